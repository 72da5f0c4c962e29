import ISOMedia
import Media
import Testing

/// Sample entries of codecs that are carried without being decoded, and of unknown codecs.
@Suite struct CarriedEntryTests {
    private static func hex(_ text: String) -> [UInt8] {
        let digits = Array(text.utf8)
        return stride(from: 0, to: digits.count - 1, by: 2).map {
            UInt8(String(decoding: digits[$0...$0 + 1], as: UTF8.self), radix: 16) ?? 0
        }
    }

    private static let ac4 = hex("20a401400000001fffffffe0010ff880000042000002501000000308c0")
    private static let iamf = hex("011ef80669616d6600000014004f707573c007fffc010201380000bb80000000")
    private static let dts = hex("0000bb8000170cdc00170cdc1803247dc0000f00")
    private static let vvc = hex(
        "00000000ff00155f0102338000014000b40000028f000100030079009000010003008100")

    private func track(_ format: MediaFormat, timescale: UInt32, duration: UInt32) throws -> MovieTrack {
        var movie = MovieBytes(tracks: [
            MovieBytes.Track(
                TrackDescription(id: 1, timescale: timescale, format: format),
                [.init(size: 64, duration: duration), .init(size: 64, duration: duration)])
        ])
        return try #require(try MovieFile(reading: ByteSlice(copying: movie.bytes())).tracks.first)
    }

    static let sounds: [(FourCC, FourCC, [UInt8], rate: Int, channels: Int, frames: Int)] = [
        ("ac-4", "dac4", ac4, 48_000, 2, 2048),
        ("mha1", "mhaC", hex("010d0600040d190180"), 48_000, 6, 1024),
        ("mhm1", "mhaC", hex("010d0600040d190180"), 48_000, 6, 1024),
        ("iamf", "iacb", iamf, 48_000, 2, 960),
        ("dtsc", "ddts", dts, 48_000, 6, 512), ("dtsh", "ddts", dts, 48_000, 6, 512),
        ("dtsl", "ddts", dts, 48_000, 6, 512), ("dtse", "ddts", dts, 48_000, 6, 512),
        ("dtsx", "udts", hex("05200000003f8000"), 48_000, 6, 1024),
        ("mlpa", "dmlp", hex("200780000c0000000000"), 192_000, 6, 160),
        ("ipcm", "pcmC", [0, 0, 0, 0, 1, 24], 48_000, 2, 1024),
        ("fpcm", "pcmC", [0, 0, 0, 0, 0, 32], 96_000, 2, 1024),
    ]

    @Test(arguments: sounds.indices) func audioFormatsAreReadBack(index: Int) throws {
        let (code, type, box, rate, channels, frames) = Self.sounds[index]
        let format = CodedAudioFormat(
            configuration: .boxed(code, type, box), sampleRate: rate, channelCount: channels, framesPerPacket: frames,
            hasSampleDependencies: code == "mlpa")
        let track = try track(.codedAudio(format), timescale: UInt32(rate), duration: UInt32(frames))
        #expect(track.format == .codedAudio(format))
        #expect(track.sampleEntryCode == code)
    }

    @Test func ratesAbove16BitsHaveARateBox() throws {
        let format = CodedAudioFormat(
            configuration: .boxed("ipcm", "pcmC", [0, 0, 0, 0, 1, 24]), sampleRate: 192_000, channelCount: 2,
            framesPerPacket: 1024)
        let bytes = try InitializationSegment(
            brands: FileBrands(major: "iso6", compatible: []),
            tracks: [TrackDescription(id: 1, timescale: 192_000, format: .codedAudio(format))]
        ).bytes()
        let descriptions = MovieBytes.Track.box("stsd", in: bytes)
        // Version 1 of the table and of the entry; the rate field is 1, and srat contains the rate.
        #expect(descriptions[8] == 1 && Array(descriptions[32..<34]) == [0, 1])
        #expect(Array(descriptions[48..<52]) == [0, 1, 0, 0])
        #expect(Array(MovieBytes.Track.box("srat", in: descriptions)[12...]) == [0, 2, 0xee, 0])
    }

    @Test(
        arguments: [
            ("vvc1", "vvcC", vvc), ("vvi1", "vvcC", vvc),
            ("lvc1", "lvcC", hex("01000440ff0000028000000168ff00")),
            ("vp08", "vpcC", [1, 0, 0, 0, 0, 10, 0x80, 2, 2, 2, 0, 0]),
        ] as [(FourCC, FourCC, [UInt8])])
    func videoFormatsAreReadBack(code: FourCC, type: FourCC, box: [UInt8]) throws {
        var format = CodedVideoFormat(
            configuration: .boxed(code, type, box), size: PixelSize(width: 320, height: 180))
        format.nominalFrameRate = Ratio(30)
        let track = try track(.codedVideo(format), timescale: 30_000, duration: 1000)
        #expect(track.format == .codedVideo(format) && track.sampleEntryCode == code)
    }

    @Test func layersAndViewsOfHEVCArePreserved() throws {
        let hvcC = Self.hex("0101600000009000000000003cf000fcfdf8f800000f00")
        let boxes =
            ConfigurationBoxes.box("hvcC", hvcC) + ConfigurationBoxes.box("lhvC", [1, 0xf0, 0, 0xfc, 0xcf, 0])
            + ConfigurationBoxes.box("vexu", Self.hex("00000015657965730000000d7374726900000000" + "03"))
        let format = CodedVideoFormat(
            configuration: .boxed(sampleEntry: "hvc1", boxes: boxes), size: PixelSize(width: 320, height: 180))
        guard case .codedVideo(let read) = try track(.codedVideo(format), timescale: 30, duration: 1).format else {
            Issue.record("no video")
            return
        }
        #expect(read.configuration == format.configuration)
        #expect(read.configuration.isLayeredHEVC && read.configuration.stereoView?.isStereo == true)
    }

    /// Returns an unknown entry, all bytes of which must be preserved.
    private static func unknown(_ code: String, _ size: Int) -> [UInt8] {
        var content = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        content.replaceSubrange(0..<8, with: [0, 0, 0, 0, 0, 0, 0, 1])
        if size == 78 {
            content.replaceSubrange(24..<28, with: [1, 0x40, 0, 0xb4])
        } else {
            content.replaceSubrange(8..<28, with: [0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 16, 0, 0, 0, 0, 0xbb, 0x80, 0, 0])
        }
        content += ConfigurationBoxes.box("cfg1", [1, 2, 3, 4, 5])
        var writer = ByteWriter()
        writer.write(UInt32(content.count + 8))
        writer.write(contentsOf: Array(code.utf8) + content)
        return writer.bytes
    }

    @Test(arguments: [("xyz1", 78), ("xyz2", 28)]) func unknownEntriesAreCopied(code: String, size: Int) throws {
        let entry = Self.unknown(code, size)
        let format: MediaFormat =
            size == 78
            ? .codedVideo(
                CodedVideoFormat(
                    configuration: .boxed("av01", "av1C", [0x81, 0, 0x4c, 0]), size: PixelSize(width: 1, height: 1)))
            : .codedAudio(
                CodedAudioFormat(
                    configuration: .boxed("ac-3", "dac3", [0x10, 0x3c, 0xc0]), sampleRate: 48_000, channelCount: 2,
                    framesPerPacket: 1536))
        var source = MovieBytes.Track(
            TrackDescription(id: 1, timescale: 1000, format: format), [.init(size: 64), .init(size: 64)])
        var descriptions = ByteWriter()
        descriptions.fullBox("stsd") {
            $0.write(UInt32(1))
            $0.write(contentsOf: entry)
        }
        source.sampleDescriptions = descriptions.bytes
        var movie = MovieBytes(tracks: [source])
        let track = try #require(try MovieFile(reading: ByteSlice(copying: movie.bytes())).tracks.first)
        let read = try #require(track.format)
        switch read {
        case .codedVideo(let video):
            #expect(video.copiedEntry == entry && video.size == PixelSize(width: 320, height: 180))
            #expect(video.configuration.codecString == code)
        case .codedAudio(let audio):
            #expect(audio.copiedEntry == entry && audio.sampleRate == 48_000 && audio.channelCount == 2)
        default: Issue.record("neither video nor audio")
        }
        let written = try InitializationSegment(
            brands: FileBrands(major: "cmfc", compatible: []),
            tracks: [TrackDescription(id: 1, timescale: 1000, format: read)]
        ).bytes()
        #expect(MovieBytes.Track.box(code, in: written) == entry)
    }

    /// Returns a QuickTime `SoundDescription` of version 0, followed by boxes that are usually inside `wave`.
    private func quickTime(_ code: FourCC, bits: UInt16, _ boxes: [UInt8] = [], frameSize: Int) throws -> MovieFile {
        var entry = ByteWriter()
        entry.box(code) { writer in
            writer.writeZeros(7)
            writer.write(UInt8(1))
            writer.writeZeros(8)
            for value in [2, bits, 0, 0, 48_000, 0] { writer.write(UInt16(value)) }
            writer.write(contentsOf: boxes)
        }
        let format = MediaFormat.codedAudio(
            CodedAudioFormat(
                configuration: .boxed("ac-3", "dac3", [0x10, 0x3c, 0xc0]), sampleRate: 48_000, channelCount: 2,
                framesPerPacket: 1536))
        var track = MovieBytes.Track(
            TrackDescription(id: 1, timescale: 48_000, format: format),
            (0..<2500).map { _ in .init(size: frameSize, duration: 1) })
        track.samplesPerChunk = 1500
        var descriptions = ByteWriter()
        descriptions.fullBox("stsd") {
            $0.write(UInt32(1))
            $0.write(contentsOf: entry.bytes)
        }
        track.sampleDescriptions = descriptions.bytes
        var movie = MovieBytes(tracks: [track])
        movie.brand = "qt  "
        return try MovieFile(reading: ByteSlice(copying: movie.bytes()))
    }

    static let codings: [(FourCC, bits: UInt16, [UInt8], PCMConfiguration)] = [
        ("sowt", 16, [], PCMConfiguration(isFloat: false, isLittleEndian: true, bitsPerSample: 16)),
        ("twos", 16, [], PCMConfiguration(isFloat: false, isLittleEndian: false, bitsPerSample: 16)),
        ("in24", 16, [], PCMConfiguration(isFloat: false, isLittleEndian: false, bitsPerSample: 24)),
        (
            "in32", 16, ConfigurationBoxes.box("wave", ConfigurationBoxes.box("enda", [0, 1])),
            PCMConfiguration(isFloat: false, isLittleEndian: true, bitsPerSample: 32)
        ),
        ("fl32", 16, [], PCMConfiguration(isFloat: true, isLittleEndian: false, bitsPerSample: 32)),
        ("fl64", 16, [], PCMConfiguration(isFloat: true, isLittleEndian: false, bitsPerSample: 64)),
    ]

    @Test(arguments: codings.indices) func quickTimePCMIsGroupedIntoPackets(index: Int) throws {
        let (code, bits, boxes, expected) = Self.codings[index]
        let frameSize = expected.bytesPerSample * 2
        let movie = try quickTime(code, bits: bits, boxes, frameSize: frameSize)
        let track = try #require(movie.tracks.first)
        guard case .codedAudio(let audio)? = track.format else {
            Issue.record("no audio")
            return
        }
        #expect(audio.configuration.pcm == expected && audio.sampleRate == 48_000)
        var (cursor, sizes, total) = (movie.cursor(for: track), [Int](), [UInt8]())
        while let sample = cursor.next() {
            #expect(sample.size == Int(sample.duration) * frameSize && sample.flags.isSync)
            sizes.append(Int(sample.duration))
            total += movie.bytes(of: sample, in: track).bytes
        }
        // Chunks follow each other in the file.
        #expect(sizes == [1024, 1024, 452])
        #expect(total == (0..<2500 * frameSize).map { UInt8(truncatingIfNeeded: $0) })
    }

    @Test(arguments: [("raw ", 0x80), ("twos", 0)] as [(FourCC, UInt8)])
    func eightBitSamplesAreWidened(code: FourCC, flip: UInt8) throws {
        let movie = try quickTime(code, bits: 8, frameSize: 2)
        let track = try #require(movie.tracks.first)
        var cursor = movie.cursor(for: track)
        let first = cursor.next()
        let sample = try #require(first)
        let bytes = movie.bytes(of: sample, in: track).bytes
        #expect(bytes.count == 4096)
        #expect(Array(bytes.prefix(6)) == [flip, 0, 1 ^ flip, 0, 2 ^ flip, 0])
        guard case .codedAudio(let audio)? = track.format else { return }
        #expect(audio.configuration.bitsPerSample == 16)
    }
}
