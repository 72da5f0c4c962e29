import ISOMedia
import Media
import Testing

@Suite struct InitializationSegmentTests {
    static let brands = FileBrands(major: "iso6", compatible: ["iso6", "mp41"])

    static var video: TrackDescription {
        let record = AVCDecoderConfiguration(bytes: [1, 0x64, 0, 31, 0xff, 0xe0, 0])
        let format = CodedVideoFormat(
            configuration: .avc(record), size: PixelSize(width: 720, height: 576), pixelAspect: Ratio(16, 15),
            colour: .bt709)
        return TrackDescription(id: 1, timescale: 90_000, format: .codedVideo(format))
    }

    static var audio: TrackDescription {
        let format = CodedAudioFormat(
            configuration: .aac(AudioSpecificConfig(bytes: [0x11, 0x90])), sampleRate: 48_000, channelCount: 2,
            framesPerPacket: 1024)
        return TrackDescription(id: 2, timescale: 48_000, format: .codedAudio(format))
    }

    private func box(_ path: [String], in bytes: [UInt8]) -> [UInt8]? {
        var content = bytes[...]
        for (depth, type) in path.enumerated() {
            let isEntry = depth > 0 && path[depth - 1] == "stsd"
            if isEntry { content = content.dropFirst(8) }
            guard let found = find(type, in: content) else { return nil }
            content = found
        }
        return Array(content)
    }

    private func find(_ type: String, in bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        var rest = bytes
        while rest.count >= 8 {
            let size = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            guard size >= 8, size <= rest.count else { return nil }
            let box = rest.prefix(size)
            if Array(box.dropFirst(4).prefix(4)) == Array(type.utf8) { return box.dropFirst(8) }
            rest = rest.dropFirst(size)
        }
        return nil
    }

    private func bytes(_ tracks: TrackDescription...) throws -> [UInt8] {
        try InitializationSegment(brands: Self.brands, tracks: tracks).bytes()
    }

    @Test func equalDescriptionsResultInEqualBytes() throws {
        #expect(try bytes(Self.video, Self.audio) == bytes(Self.video, Self.audio))
    }

    @Test func trackHeaderAppliesPixelAspectRatio() throws {
        let header = try #require(box(["moov", "trak", "tkhd"], in: bytes(Self.video)))
        #expect(Array(header.prefix(4)) == [0, 0, 0, 7])
        #expect(Array(header.suffix(8)) == [3, 0, 0, 0, 2, 0x40, 0, 0])
    }

    @Test func sampleEntryContainsColourAndPixelAspectRatio() throws {
        let entry = try #require(box(["moov", "trak", "mdia", "minf", "stbl", "stsd", "avc1"], in: bytes(Self.video)))
        let boxes = Array(entry.dropFirst(78))
        #expect(box(["avcC"], in: boxes) == [1, 0x64, 0, 31, 0xff, 0xe0, 0])
        #expect(box(["colr"], in: boxes) == Array("nclx".utf8) + [0, 1, 0, 1, 0, 1, 0])
        #expect(box(["pasp"], in: boxes) == [0, 0, 0, 16, 0, 0, 0, 15])
        #expect(box(["btrt"], in: boxes) == nil)
    }

    @Test func bitRateIsWrittenToEntryAndDescriptor() throws {
        var track = Self.audio
        track.bitRate = TrackDescription.BitRate(average: 128_000, maximum: 130_000, bufferSize: 6144)
        let entry = try #require(box(["moov", "trak", "mdia", "minf", "stbl", "stsd", "mp4a"], in: bytes(track)))
        let boxes = Array(entry.dropFirst(28))
        #expect(box(["btrt"], in: boxes) == [0, 0, 0x18, 0, 0, 1, 0xfb, 0xd0, 0, 1, 0xf4, 0])
        let descriptor = try #require(ElementaryStreamDescriptor(esdsContent: box(["esds"], in: boxes) ?? []))
        #expect(descriptor.averageBitRate == 128_000 && descriptor.maxBitRate == 130_000)
        #expect(descriptor.decoderSpecificInfo == [0x11, 0x90])
    }

    @Test func editListHasOneEntryWithoutDuration() throws {
        var track = Self.audio
        track.editMediaTime = 1024
        let edit = try #require(box(["moov", "trak", "edts", "elst"], in: bytes(track)))
        let expected: [UInt8] = [1, 0, 0, 0, 0, 0, 0, 1] + [0, 0, 0, 0, 0, 0, 0, 0] + [0, 0, 0, 0, 0, 0, 4, 0]
        #expect(edit == expected + [0, 1, 0, 0])
        #expect(try box(["moov", "trak", "edts"], in: bytes(Self.audio)) == nil)
    }

    @Test func rollGroupIsDescribedInSampleTable() throws {
        var track = Self.audio
        track.rollDistance = -1
        let group = try #require(box(["moov", "trak", "mdia", "minf", "stbl", "sgpd"], in: bytes(track)))
        #expect(group == [1, 0, 0, 0] + Array("roll".utf8) + [0, 0, 0, 2, 0, 0, 0, 1, 0xff, 0xff])
    }

    @Test func everyTrackHasFragmentDefaults() throws {
        var track = Self.audio
        track.defaults = SampleDefaults(duration: 1024, flags: 0x0200_0000)
        let extends = try #require(box(["moov", "mvex", "trex"], in: bytes(track)))
        #expect(extends == [0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 4, 0, 0, 0, 0, 0, 2, 0, 0, 0])
        var segment = InitializationSegment(brands: Self.brands, tracks: [track])
        segment.fragmentDuration = 5
        #expect(try box(["moov", "mvex", "mehd"], in: segment.bytes()) == [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5])
    }

    @Test(
        arguments: [
            ("de", 0x10b5, nil), ("deu", 0x10b5, nil), ("en-GB", 0x15c7, "en-GB"), (nil, 0x55c4, nil),
            ("x-own", 0x55c4, "x-own"), ("und", 0x55c4, nil), ("gsw", 0x1e77, nil),
        ] as [(String?, UInt16, String?)])
    func languagesBeyondThreeLettersAreWrittenInFull(tag: String?, packed: UInt16, extended: String?) {
        let code = LanguageCode(tag: tag)
        #expect(code.packed == packed)
        #expect(code.extendedTag == extended)
    }

    @Test func packedLanguagesAreReadBack() {
        #expect(LanguageCode.tag(packed: 0x10b5) == "de" && LanguageCode.tag(packed: 0x1e77) == "gsw")
        #expect(LanguageCode.tag(packed: 0x55c4) == nil && LanguageCode.tag(packed: 0) == nil)
        #expect(LanguageCode.tag(packed: 0x7fff) == nil)
    }

    @Test func uncodedMediaAreRejected() {
        let format = RawAudioFormat(sampleFormat: "S16LE", sampleRate: 48_000, channelCount: 2)
        let track = TrackDescription(id: 3, timescale: 48_000, format: .rawAudio(format))
        #expect(throws: UnwritableFormat.self) { try bytes(track) }
    }
}
