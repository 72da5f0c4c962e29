import ISOMedia
import Media
import Packaging
import Testing

/// Segments of H.264 without IDR pictures.
@Suite struct RecoveryPointSegmentTests {
    private enum Picture {
        case idr
        /// An I picture at a recovery point.
        case open
        /// The same, after which pictures are approximate.
        case approximate
        /// The same at a place where streams were joined.
        case joined
        /// The start of a gradual refresh over three reference pictures.
        case refresh
        /// Presented before the preceding point.
        case leading
        case predicted

        var units: [[UInt8]] {
            switch self {
            case .idr: [[0x65, 0x88]]
            case .open: [[6, 6, 1, 0xc4, 0x80], [0x61, 0x88]]
            case .approximate: [[6, 6, 1, 0x84, 0x80], [0x61, 0x88]]
            case .joined: [[6, 6, 1, 0xe4, 0x80], [0x61, 0x88]]
            // recovery_frame_cnt 3 (00100), exact_match_flag 1.
            case .refresh: [[6, 6, 1, 0x24, 0x80], [0x61, 0x9a]]
            case .leading: [[0x01, 0x9e]]
            case .predicted: [[0x61, 0x9a]]
            }
        }
    }

    private let track: Track = {
        // Constrained Baseline.
        let record: [UInt8] = [
            1, 0x42, 0xc0, 0x0d, 0xff, 0xe1, 0, 9, 0x67, 0x42, 0xc0, 0x0d, 0xda, 0x05, 0x07, 0xc4, 0x40, 1, 0, 4, 0x68,
            0xce, 0x3c, 0x80,
        ]
        let format = CodedVideoFormat(
            configuration: .avc(AVCDecoderConfiguration(bytes: record)), size: PixelSize(width: 320, height: 180))
        return Track(id: Track.ID(rawValue: 1), format: .codedVideo(format), timescale: 10)
    }()

    private func samples(_ pictures: [Picture]) -> [Sample] {
        pictures.indices.map { index in
            let leading = pictures[(index + 1)...].prefix { $0 == .leading }.count
            let isPoint = pictures[index] != .predicted && pictures[index] != .leading
            return Sample(
                track: track.id, timescale: 10, decodeTicks: Int64(index),
                presentationOffset: isPoint ? Int64(leading) : pictures[index] == .leading ? -1 : 0, duration: 1,
                // As containers mark them.
                flags: isPoint ? .sync : .predicted,
                bytes: ByteSlice(copying: pictures[index].units.flatMap { [0, 0, 0, UInt8($0.count)] + $0 }))
        }
    }

    private func group(_ first: Picture, leading: Int = 0) -> [Picture] {
        [first] + [Picture](repeating: .leading, count: leading)
            + [Picture](repeating: .predicted, count: 9 - leading)
    }

    private func fragmenter(_ profile: FileTypeProfile, _ access: RandomAccess) throws -> Fragmenter {
        var settings = FragmenterSettings(profile: profile, interval: .milliseconds(500))
        settings.randomAccess = access
        var fragmenter = Fragmenter(settings: settings)
        try fragmenter.add(track)
        return fragmenter
    }

    private func segments(
        _ pictures: [Picture], _ profile: FileTypeProfile = .mpeg4AppleHLS
    ) throws -> (media: [Segment], skipped: Int) {
        var fragmenter = try fragmenter(profile, .recovery)
        for sample in samples(pictures) { try fragmenter.append(sample) }
        try fragmenter.finish()
        let count = fragmenter.skippedLeading.reduce(0) { $0 + $1.count }
        return (fragmenter.dequeueSegments().filter { $0.kind != .initialization }, count)
    }

    private func types(_ segments: [Segment]) -> [Int] {
        segments.map { $0.report.tracks[0].firstVideoSample?.accessPointType ?? 0 }
    }

    private func counts(_ segments: [Segment]) -> [Int] { segments.map { $0.report.tracks[0].sampleCount } }

    @Test func profileDeterminesTheRecoveryPointsThatStartSegments() throws {
        let pictures = group(.idr) + group(.open, leading: 2) + group(.refresh) + group(.open) + group(.idr)
        let apple = try segments(pictures)
        #expect(types(apple.media) == [1, 3, 4, 3, 1] && counts(apple.media) == [10, 10, 10, 10, 10])
        let cmaf = try segments(pictures, .mpeg4CMAFCompliant)
        #expect(types(cmaf.media) == [1, 3, 3, 1] && counts(cmaf.media) == [10, 20, 10, 10])
        #expect(apple.skipped == 0 && cmaf.skipped == 0, "leading pictures are kept inside")
    }

    @Test(arguments: FileTypeProfile.allCases)
    func approximateRecoveryPointsStartSegments(profile: FileTypeProfile) throws {
        let (media, skipped) = try segments(group(.idr) + group(.approximate, leading: 2), profile)
        #expect(types(media) == [1, 3] && counts(media) == [10, 10] && skipped == 0)
    }

    /// Pictures that lead a broken link are damaged however decoding started.
    @Test func leadingPicturesOfBrokenLinksAreDiscarded() throws {
        let (media, skipped) = try segments(group(.idr) + group(.joined, leading: 2) + group(.open, leading: 2))
        #expect(types(media) == [1, 3, 3] && counts(media) == [10, 8, 10] && skipped == 2)
        #expect(media.map { $0.report.tracks[0].duration } == [.seconds(1), .seconds(1), .seconds(1)])
    }

    /// The format changes where another stream was joined at a recovery point.
    @Test(arguments: FileTypeProfile.allCases)
    func formatsChangeAtRecoveryPoints(profile: FileTypeProfile) throws {
        var settings = FragmenterSettings(profile: profile, interval: .milliseconds(500))
        (settings.randomAccess, settings.allowsFormatChanges) = (.recovery, true)
        var fragmenter = Fragmenter(settings: settings)
        try fragmenter.add(track)
        for sample in samples(group(.idr)) { try fragmenter.append(sample) }
        var other = track
        guard case .codedVideo(var format) = track.format else { return }
        format.size = PixelSize(width: 640, height: 360)
        other.format = .codedVideo(format)
        try fragmenter.add(other)
        for var sample in samples([.predicted] + group(.open, leading: 2)) {
            sample.decodeTicks += 10
            try fragmenter.append(sample)
        }
        try fragmenter.finish()
        let segments = fragmenter.dequeueSegments()
        #expect(segments.filter { $0.kind == .initialization }.count == 2)
        let media = segments.filter { $0.kind == .separable }
        // The picture before the point and those that lead it are dropped.
        #expect(types(media) == [1, 3] && counts(media) == [10, 8])
        #expect(media[1].isDiscontinuity && fragmenter.skippedLeading.first?.count == 2)
    }

    @Test(arguments: FileTypeProfile.allCases)
    func leadingPicturesAreDiscardedAtTheStartOnly(profile: FileTypeProfile) throws {
        let pictures = group(.predicted) + group(.open, leading: 3) + group(.open, leading: 2)
        let (media, skipped) = try segments(pictures, profile)
        #expect(types(media) == [3, 3] && counts(media) == [7, 10] && skipped == 3)
    }

    @Test func leadingPicturesAfterALossAreDiscarded() throws {
        var fragmenter = try fragmenter(.mpeg4AppleHLS, .recovery)
        for sample in samples(group(.idr)) { try fragmenter.append(sample) }
        try fragmenter.gap(track.id, until: .seconds(3))
        for var sample in samples(group(.open, leading: 2)) {
            sample.decodeTicks += 30
            try fragmenter.append(sample)
        }
        try fragmenter.finish()
        #expect(counts(fragmenter.dequeueSegments().filter { $0.kind == .separable }) == [10, 8])
    }

    /// `sample_is_non_sync_sample` of recovery points is 1, and reserved bits are 0.
    @Test func flagsOfRecoveryPointsAreThoseOfOtherPictures() throws {
        let (media, _) = try segments(group(.idr) + group(.open, leading: 1))
        let flags = try flags(of: media[1])
        #expect(flags.map(\.rawValue).prefix(3) == [0x0201_0000, 0x0501_0000, 0x0101_0000])
    }

    @Test func rollGroupsDescribeGradualRefreshes() throws {
        let (media, _) = try segments(group(.idr) + group(.refresh))
        // sgpd of version 1 with descriptions of two bytes: distance 3. sbgp: one sample in it.
        let description = Array("roll".utf8) + [0, 0, 0, 2, 0, 0, 0, 1, 0, 3]
        let member = Array("roll".utf8) + [0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 0, 1]
        #expect(contains(media[1], description) && contains(media[1], member))
        #expect(try flags(of: media[1]).allSatisfy { !$0.isSync && $0.stored == $0 })
        let end = try segments(group(.idr) + [.refresh, .predicted])
        #expect(!contains(end.media[1], Array("roll".utf8)), "the refresh does not end in the segment")
    }

    private func contains(_ segment: Segment, _ part: [UInt8]) -> Bool {
        let bytes = Array(segment.data.bytes)
        return bytes.indices.dropLast(part.count - 1).contains { bytes[$0..<$0 + part.count].elementsEqual(part) }
    }

    @Test(
        arguments: [
            (.open, .mpeg4AppleHLS, "set random-access: recovery (segment --random-access recovery)"),
            (.refresh, .mpeg4AppleHLS, "set random-access: recovery (segment --random-access recovery)"),
            (.refresh, .mpeg4CMAFCompliant, "use profile apple-hls with random-access: recovery"),
        ] as [(Picture, FileTypeProfile, String)])
    private func streamsWithoutIDRAreRefusedWithTheOption(
        picture: Picture, profile: FileTypeProfile, advice: String
    ) throws {
        for access in [RandomAccess.instantaneous, .clean] {
            var fragmenter = try fragmenter(profile, access)
            for var sample in samples(group(picture)) {
                sample.flags = .predicted
                try fragmenter.append(sample)
            }
            let error = #expect(throws: PackagingError.self) { try fragmenter.finish() }
            #expect(error?.code == .noSyncSample && error?.message.contains(advice) == true)
        }
    }

    private func flags(of segment: Segment) throws -> [SampleFlags] {
        let movie = try MovieFile(
            reading: ByteSlice(
                copying: InitializationSegment(
                    brands: FileBrands(major: "cmfc", compatible: []),
                    tracks: [TrackDescription(id: 1, timescale: 10, format: track.format)]
                ).bytes() + segment.data.bytes))
        var cursor = movie.cursor(for: movie.tracks[0])
        var flags: [SampleFlags] = []
        while let sample = cursor.next() { flags.append(sample.flags) }
        return flags
    }
}
