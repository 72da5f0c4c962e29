import Packaging
import ISOMedia
import Media
import Testing

/// Tracks with in-band parameter sets.
@Suite struct InBandParameterSetTests {
    // x264: High 1.3 320x180, and Constrained Baseline 4 1920x1080 with a pixel aspect ratio of 4:3.
    private static let small = hex(
        "0164000dffe100186764000dacd941419f9f011000003e90000ea600f142996001000668ebe3cb22c0fdf8f800")
    private static let large = hex(
        "0142c028ffe1001c6742c028da01e0089f970e6a020202800000030080000019078c195001000468ce0fc8")

    // x264: Constrained Baseline 1.3 320x240 with square pixels, and with a pixel aspect ratio of 4:3.
    private static let square = hex(
        "0142c00dffe100166742c00dda0507ec0440000003004000000c83c50aa801000468ce0fc8")
    private static let wide = hex(
        "0142c00dffe100166742c00dda0507ec3840000003004000000c83c50aa801000468ce0fc8")

    private static func hex(_ text: String) -> [UInt8] {
        let digits = Array(text.utf8)
        return stride(from: 0, to: digits.count - 1, by: 2).map {
            UInt8(String(decoding: digits[$0...$0 + 1], as: UTF8.self), radix: 16) ?? 0
        }
    }

    private static func sets(_ record: [UInt8]) throws -> [[UInt8]] {
        let fields = try AVCDecoderConfiguration(bytes: record).parse()
        return fields.sequenceParameterSets + fields.pictureParameterSets
    }

    private static func track(_ code: FourCC = "avc3", _ record: [UInt8] = small) -> Track {
        let format = CodedVideoFormat(
            configuration: .boxed(code, "avcC", record), size: PixelSize(width: 320, height: 180))
        return Track(id: Track.ID(rawValue: 1), format: .codedVideo(format), timescale: 30)
    }

    /// Returns an access unit; every tenth one is an IDR picture with these parameter sets.
    private static func sample(_ number: Int, _ sets: [[UInt8]]) -> Sample {
        let isSync = number % 10 == 0
        let picture: [UInt8] = [isSync ? 0x65 : 0x41, UInt8(number & 0xff), 2, 3]
        var bytes: [UInt8] = []
        for unit in (isSync ? sets : []) + [picture] { bytes += [0, 0, 0, UInt8(unit.count)] + unit }
        return Sample(
            track: Track.ID(rawValue: 1), timescale: 30, decodeTicks: Int64(number), duration: 1,
            flags: isSync ? .sync : .predicted, bytes: ByteSlice(copying: bytes))
    }

    private func initializations(
        _ profile: FileTypeProfile, _ track: Track, _ records: [[UInt8]], allowsChanges: Bool = true
    ) throws -> [MovieTrack] {
        var settings = FragmenterSettings(profile: profile, interval: .seconds(1))
        settings.allowsFormatChanges = allowsChanges
        var fragmenter = Fragmenter(settings: settings)
        try fragmenter.add(track)
        for (index, record) in records.enumerated() {
            let sets = try Self.sets(record)
            for number in 0..<60 { try fragmenter.append(Self.sample(index * 60 + number, sets)) }
        }
        try fragmenter.finish()
        let segments = fragmenter.dequeueSegments().filter { $0.kind == .initialization }
        return try segments.compactMap { try MovieFile(reading: ByteSlice(copying: $0.data.bytes)).tracks.first }
    }

    @Test func appleSegmentsHaveOutOfBandParameterSets() throws {
        let tracks = try initializations(.mpeg4AppleHLS, Self.track(), [Self.small, Self.small])
        #expect(tracks.map(\.sampleEntryCode) == ["avc1"])
    }

    @Test func cmafKeepsTheSampleEntry() throws {
        let tracks = try initializations(.mpeg4CMAFCompliant, Self.track(), [Self.small, Self.large])
        #expect(tracks.map(\.sampleEntryCode) == ["avc3"])
    }

    @Test func newParameterSetsStartAnInitializationSegment() throws {
        let tracks = try initializations(.mpeg4AppleHLS, Self.track(), [Self.small, Self.large])
        #expect(tracks.map(\.sampleEntryCode) == ["avc1", "avc1"])
        let sizes = tracks.compactMap { track in
            if case .codedVideo(let format)? = track.format { format.size } else { nil }
        }
        #expect(sizes == [PixelSize(width: 320, height: 180), PixelSize(width: 1920, height: 1080)])
    }

    /// The sample entry does not allow it, but files that were joined from streams have such samples.
    @Test(arguments: [FileTypeProfile.mpeg4AppleHLS, .mpeg4CMAFCompliant], [true, false])
    func anotherSizeInSamplesStartsAnInitializationSegment(profile: FileTypeProfile, allowsChanges: Bool) throws {
        let tracks = try initializations(
            profile, Self.track("avc1"), [Self.small, Self.large], allowsChanges: allowsChanges)
        let widths = tracks.compactMap { track in
            if case .codedVideo(let format)? = track.format { format.size.width } else { nil }
        }
        #expect(widths == (allowsChanges ? [320, 1920] : [320]))
    }

    /// Streams that are joined in the middle of a change from 4:3 to 16:9.
    @Test(arguments: [(square, wide, [1, 4.0 / 3]), (square, square, [4.0 / 3]), (small, small, [4.0 / 3])])
    func anotherAspectInSamplesStartsAnInitializationSegment(
        first: [UInt8], second: [UInt8], aspects: [Double]
    ) throws {
        var track = Self.track("avc1", first)
        guard case .codedVideo(var format) = track.format else { return }
        // The aspect of a container is not compared with that of the parameter sets.
        if aspects.count == 1 { format.pixelAspect = Ratio(4, 3) }
        if first == Self.square { format.size = PixelSize(width: 320, height: 240) }
        track.format = .codedVideo(format)
        // Other picture parameter sets alone change nothing.
        var other = second
        other[other.count - 1] ^= 8
        let tracks = try initializations(.mpeg4CMAFCompliant, track, [first, second, other])
        let found = tracks.compactMap { track in
            if case .codedVideo(let format)? = track.format { format.pixelAspect.value } else { nil }
        }
        #expect(found == aspects)
    }

    @Test func newParameterSetsAreRejectedIfFormatsMustNotChange() throws {
        #expect(throws: PackagingError.self) {
            try initializations(.mpeg4AppleHLS, Self.track(), [Self.small, Self.large], allowsChanges: false)
        }
    }

    @Test func recordWithoutParameterSetsIsCompletedByTheFirstSample() throws {
        let empty: [UInt8] = [1, 0x64, 0, 0x0d, 0xff, 0xe0, 0]
        let bare = Self.track("avc3", empty)
        let check = CodecCheck(bare.format, firstSample: Self.sample(0, try Self.sets(Self.large)).bytes)
        guard case .codedVideo(let format) = check.format else { return }
        #expect(format.size == PixelSize(width: 1920, height: 1080) && check.contradiction == nil)
        #expect(format.configuration.codecString == "avc3.42C028".lowercased())
        var track = bare
        track.format = check.format
        #expect(
            try initializations(.mpeg4AppleHLS, track, [Self.large]).map(\.sampleEntryCode) == ["avc1"])
    }

    @Test func hevcArraysAreMarkedAsComplete() throws {
        let head = Self.hex("0101600000009000000000003cf000fcfdf8f800000f03")
        let sets: [(UInt8, String)] = [
            (0x20, "40010c01ffff01600000030090000003000003003c959809"),
            (0x21, "42010101600000030090000003000003003ca00a080b9f796566924caf016808000003000800000300c840"),
            (0x22, "4401c172b46240"),
        ]
        let arrays = sets.flatMap { type, unit -> [UInt8] in
            let bytes = Self.hex(unit)
            return [type, 0, 1, 0, UInt8(bytes.count)] + bytes
        }
        let inBand = CodecConfiguration.boxed("hev1", "hvcC", head + arrays)
        guard case .hevc(let record)? = inBand.outOfBand else {
            Issue.record("not converted")
            return
        }
        #expect(try record.parse().arrays.allSatisfy(\.isComplete))
        #expect(
            try record.parse().arrays.map(\.units)
                == HEVCDecoderConfiguration(bytes: head + arrays).parse().arrays.map(\.units))
        #expect(CodecConfiguration.boxed("hev1", "hvcC", head.dropLast() + [0]).outOfBand == nil)
    }
}
