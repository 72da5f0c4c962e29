import Packaging
import ISOMedia
import Media
import Testing

/// HEVC with open and closed groups of pictures.
@Suite struct RandomAccessTests {
    /// NAL unit types of ITU-T H.265 table 7-1.
    private enum Unit: UInt8 {
        case trail = 1
        case radl = 7
        case rasl = 9
        case bla = 16
        case idr = 19
        case cra = 21
    }

    private static let record: [UInt8] = {
        let digits = Array(
            ("0101600000009000000000003ff000fcfdf8f800000f03a00001001840010c01ffff01600000030090000003000003003f959409a10001"
                + "002942010101600000030090000003000003003fa005020171f2e595952930bc05a02000007d20000bb801a2000100064401c073c189")
                .utf8)
        return stride(from: 0, to: digits.count, by: 2).map { index in
            UInt8(String(decoding: digits[index...index + 1], as: UTF8.self), radix: 16) ?? 0
        }
    }()

    private var track: Track {
        let format = CodedVideoFormat(
            configuration: .hevc(HEVCDecoderConfiguration(bytes: Self.record)),
            size: PixelSize(width: 640, height: 360))
        return Track(id: Track.ID(rawValue: 1), format: .codedVideo(format), timescale: 10)
    }

    /// Returns frames of a tenth of a second; leading pictures are presented before the random access point before them.
    private func samples(_ units: [Unit]) -> [Sample] {
        units.indices.map { index in
            let isPoint = units[index].rawValue >= 16
            let leading = units[(index + 1)...].prefix { $0 == .radl || $0 == .rasl }.count
            let offset = isPoint ? leading : units[index] == .trail ? 0 : -1
            return Sample(
                track: track.id, timescale: 10, decodeTicks: Int64(index), presentationOffset: Int64(offset),
                duration: 1, flags: isPoint ? .sync : .predicted,
                bytes: ByteSlice(copying: [0, 0, 0, 3, units[index].rawValue << 1, 1, 0x80]))
        }
    }

    private func fragmenter(_ profile: FileTypeProfile, _ access: RandomAccess? = nil) throws -> Fragmenter {
        var settings = FragmenterSettings(profile: profile, interval: .milliseconds(500))
        if let access { settings.randomAccess = access }
        var fragmenter = Fragmenter(settings: settings)
        try fragmenter.add(track)
        return fragmenter
    }

    /// Returns the media segments of a stream with a random access point every second.
    private func segments(
        _ units: [Unit], _ profile: FileTypeProfile = .mpeg4AppleHLS, _ access: RandomAccess? = nil
    ) throws -> [Segment] {
        var fragmenter = try fragmenter(profile, access)
        for sample in samples(units) { try fragmenter.append(sample) }
        try fragmenter.finish()
        return fragmenter.dequeueSegments().filter { $0.kind != .initialization }
    }

    private func group(_ first: Unit, _ leading: [Unit] = []) -> [Unit] {
        [first] + leading + [Unit](repeating: .trail, count: 9 - leading.count)
    }

    private func types(_ segments: [Segment]) -> [Int] {
        segments.map { $0.report.tracks[0].firstVideoSample?.accessPointType ?? 0 }
    }

    @Test func craPicturesWithoutSkippedLeadingPicturesStartSegments() throws {
        let units = group(.idr) + group(.cra) + group(.cra, [.radl, .radl]) + group(.bla) + group(.cra)
        for access in [RandomAccess.instantaneous, .clean] {
            let segments = try segments(units, .mpeg4AppleHLS, access)
            #expect(types(segments) == [1, 1, 2, 1, 1])
            #expect(segments.map { $0.report.tracks[0].sampleCount } == [10, 10, 10, 10, 10])
        }
    }

    @Test func profileDeterminesWhetherOpenPointsStartSegments() throws {
        let units = group(.idr) + group(.cra, [.rasl, .radl, .rasl]) + group(.cra, [.rasl]) + group(.idr)
        #expect(types(try segments(units)) == [1, 1])
        #expect(types(try segments(units, .mpeg4AppleHLS, .clean)) == [1, 3, 3, 1])
        #expect(types(try segments(units, .mpeg4CMAFCompliant)) == [1, 3, 3, 1])
        #expect(types(try segments(units, .mpeg4CMAFCompliant, .instantaneous)) == [1, 1])
        for profile in FileTypeProfile.allCases {
            let count = try segments(units, profile).reduce(0) { $0 + $1.report.tracks[0].sampleCount }
            #expect(count == 40, "all samples are kept")
        }
    }

    @Test func openPointsAreReportedAfterTheirLeadingPictures() throws {
        var fragmenter = try fragmenter(.mpeg4AppleHLS)
        for sample in samples(group(.idr) + group(.cra)) { try fragmenter.append(sample) }
        #expect(fragmenter.openPoints.isEmpty)
        for var sample in samples(group(.cra, [.rasl])) {
            sample.decodeTicks += 20
            try fragmenter.append(sample)
        }
        #expect(fragmenter.openPoints.map(\.time) == [MediaTime(value: 21, timescale: 10)])
    }

    /// Only leading pictures that refer to pictures before the start cannot be decoded.
    @Test(arguments: FileTypeProfile.allCases)
    func undecodableLeadingPicturesAreDiscardedAtTheStart(profile: FileTypeProfile) throws {
        var fragmenter = try fragmenter(profile)
        let units = [.trail, .rasl] + group(.cra, [.rasl, .radl, .rasl]) + group(.cra, [.rasl]) + group(.idr)
        for sample in samples(units) { try fragmenter.append(sample) }
        try fragmenter.finish()
        let count = fragmenter.dequeueSegments().reduce(0) { $0 + ($1.report.tracks.first?.sampleCount ?? 0) }
        #expect(count == 28)
        #expect(fragmenter.skippedLeading.map(\.count) == [2] && fragmenter.skippedBeforeSync.map(\.count) == [2])
    }

    @Test func leadingPicturesAfterALossAreDiscarded() throws {
        var fragmenter = try fragmenter(.mpeg4CMAFCompliant)
        for sample in samples(group(.idr)) { try fragmenter.append(sample) }
        try fragmenter.gap(track.id, until: .seconds(3))
        for var sample in samples(group(.cra, [.rasl, .rasl]) + group(.idr)) {
            sample.decodeTicks += 30
            try fragmenter.append(sample)
        }
        try fragmenter.finish()
        let media = fragmenter.dequeueSegments().filter { $0.kind == .separable }
        #expect(media.map { $0.report.tracks[0].sampleCount } == [10, 8, 10])
        #expect(fragmenter.skippedLeading.map(\.count) == [2])
    }

    /// Sample flags mark leading pictures and whether they can be decoded (`is_leading`).
    @Test func leadingPicturesAreFlaggedInFragments() throws {
        let segments = try segments(group(.idr) + group(.cra, [.rasl, .radl]), .mpeg4CMAFCompliant)
        try #require(segments.count == 2)
        let data = Array(segments[1].data.bytes)
        let movie = try MovieFile(
            reading: ByteSlice(
                copying: InitializationSegment(
                    brands: FileBrands(major: "cmfc", compatible: []),
                    tracks: [TrackDescription(id: 1, timescale: 10, format: track.format)]
                ).bytes() + data))
        var cursor = movie.cursor(for: movie.tracks[0])
        var flags: [SampleFlags] = []
        while let sample = cursor.next() { flags.append(sample.flags) }
        #expect(flags.count == 10 && flags[0].isSync)
        #expect(
            flags.map(\.leading) == [.unknown, .skipped, .decodable]
                + [SampleFlags.Leading](repeating: .unknown, count: 7))
    }
}
