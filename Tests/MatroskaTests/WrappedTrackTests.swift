import CZlib
import Foundation
import Media
import OutsidePrograms
import Synchronization
import Testing

@testable import Matroska

/// Tracks in structures of Windows and in content encodings, judged by ffprobe.
@Suite struct WrappedTrackTests {
    /// A WAVEFORMATEX structure of stereo at 44.1 kHz.
    private static func wave(_ tag: UInt16, bits: UInt16 = 0, _ extra: [UInt8] = []) -> [UInt8] {
        func little(_ value: UInt32, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> (8 * $0) & 0xff) } }
        return little(UInt32(tag), 2) + little(2, 2) + little(44_100, 4) + little(16_000, 4) + little(4, 2)
            + little(UInt32(bits), 2) + little(UInt32(extra.count), 2) + extra
    }

    /// A BITMAPINFOHEADER structure of 128x72 pixels.
    private static func bitmap(_ code: String) -> [UInt8] {
        [40, 0, 0, 0, 128, 0, 0, 0, 72, 0, 0, 0, 1, 0, 24, 0] + Array(code.utf8) + [UInt8](repeating: 0, count: 20)
    }

    private static func track(_ codec: String, _ structure: [UInt8]) -> TrackEntry {
        var entry = TrackEntry()
        (entry.number, entry.codec, entry.type) = (1, codec, codec.hasPrefix("V") ? 1 : 2)
        entry.codecPrivate = ByteSlice(copying: structure)
        return entry
    }

    @Test(
        arguments: [
            (wave(0x55), "A_MPEG/L3"), (wave(0xff, [0x12, 0x10]), "A_AAC"), (wave(1, bits: 16), "A_PCM/INT/LIT"),
            (wave(3, bits: 32), "A_PCM/FLOAT/IEEE"), (wave(0x2000), "A_AC3"),
            (wave(0xfffe, bits: 16, [16, 0, 3, 0, 0, 0, 1, 0] + [UInt8](repeating: 0, count: 14)), "A_PCM/INT/LIT"),
        ] as [([UInt8], String)])
    func waveFormatsAreUnwrapped(_ structure: [UInt8], _ codec: String) {
        let entry = Self.track("A_MS/ACM", structure).unwrapped
        #expect(entry.codec == codec)
        #expect(entry.audio?.samplingFrequency == 44_100 && entry.audio?.channelCount == 2)
        #expect(TrackCoding(codec: entry.codec) != nil)
        #expect(entry.configuration == (codec == "A_AAC" ? [0x12, 0x10] : nil))
    }

    @Test(
        arguments: [
            ("A_MS/ACM", wave(2), "Microsoft ADPCM audio", "segment --encode audio"),
            ("A_MS/ACM", wave(0x11), "IMA ADPCM audio", "segment --encode audio"),
            ("A_MS/ACM", wave(0x4321), "A_MS/ACM", "does not carry"),
            ("A_MS/ACM", [1, 2], "A_MS/ACM", "does not carry"),
            ("V_MS/VFW/FOURCC", bitmap("XVID"), "MPEG-4 Visual video", "segment --encode video"),
            ("V_MS/VFW/FOURCC", bitmap("H264"), "H.264 video", "segment --encode video"),
            ("V_MPEG2", [], "MPEG-2 video", "segment --encode video"),
            ("A_VORBIS", [], "Vorbis audio", "segment --encode audio"),
            ("A_TRUEHD", [], "TrueHD audio", "does not carry"),
            ("A_DTS/LOSSLESS", [], "DTS audio", "segment --encode audio"),
            ("X_OTHER", [], "X_OTHER", "does not carry"),
        ] as [(String, [UInt8], String, String)])
    func codecsThatAreNotCarriedAreNamed(_ codec: String, _ structure: [UInt8], _ name: String, _ reason: String) {
        let track = MatroskaTrack(Self.track(codec, structure))
        #expect(track.codecName == name)
        #expect(track.obstacle?.contains(reason) == true, "\(track.obstacle ?? "")")
    }

    private static let inflate: Inflater = { compressed, limit in
        var count = uLongf(1 << 16)
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let code = compressed.withUnsafeBytes { source in
            uncompress(&bytes, &count, source.bindMemory(to: UInt8.self).baseAddress, uLong(source.count))
        }
        return code == Z_OK && count <= limit ? Array(bytes.prefix(Int(count))) : nil
    }

    private static func deflated(_ bytes: [UInt8]) -> [UInt8] {
        var count = compressBound(uLong(bytes.count))
        var target = [UInt8](repeating: 0, count: Int(count))
        compress(&target, &count, bytes, uLong(bytes.count))
        return Array(target.prefix(Int(count)))
    }

    /// Frames in MP3, whose header was stripped before or after they were compressed.
    @Test(arguments: [false, true], ["A_MPEG/L3", "A_MS/ACM"])
    func compressedFramesEqualThoseOfFFprobe(stripsHeader: Bool, codec: String) throws {
        let folder = try TestFolder()
        func encoding(_ order: UInt64, _ compression: [UInt8]) -> [UInt8] {
            EBMLWriter.element(
                0x6240,
                EBMLWriter.number(0x5031, order) + EBMLWriter.number(0x5032, 1)
                    + EBMLWriter.number(0x5033, 0) + EBMLWriter.element(0x5034, compression))
        }
        var encodings = encoding(stripsHeader ? 1 : 0, EBMLWriter.number(0x4254, 0))
        if stripsHeader {
            encodings =
                encoding(0, EBMLWriter.number(0x4254, 3) + EBMLWriter.element(0x4255, [0xff, 0xfb])) + encodings
        }
        var fields = EBMLWriter.element(0xe1, EBMLWriter.float(0xb5, 44_100)) + EBMLWriter.element(0x6d80, encodings)
        if codec == "A_MS/ACM" { fields += EBMLWriter.element(0x63a2, Self.wave(0x55)) }
        var builder = FileBuilder(tracks: [FileBuilder.track(1, codec, type: 2, fields)])
        let frames = (0..<20).map { FileBuilder.frame(UInt8($0)) }
        let blocks = frames.enumerated().flatMap { index, frame in
            FileBuilder.simpleBlock(
                time: Int16(index * 26), Self.deflated(Array(frame.dropFirst(stripsHeader ? 2 : 0))))
        }
        builder.clusters = FileBuilder.cluster(0, blocks + FileBuilder.simpleBlock(time: 520, [1, 2, 3]))
        var demultiplexer = try MatroskaDemultiplexer(ByteSlice(copying: builder.bytes), inflate: Self.inflate)
        let samples = demultiplexer.read(1 << 20) ?? []
        #expect(samples.map(\.bytes.bytes) == frames)
        #expect(demultiplexer.counts(of: Track.ID(rawValue: 1))?.damagedCount == 1)
        try Data(builder.bytes).write(to: folder.url("a.mkv"))
        // ffprobe decodes a single encoding only.
        guard !stripsHeader else { return }
        let packets = try ProbedPacket.packets(folder.path("a.mkv"))
        #expect(packets.prefix(20).map(\.digest) == frames.map(ProbedPacket.digest))
    }

    /// A block of a few kilobytes cannot become gigabytes.
    @Test func laceOfLargeFramesIsLimited() throws {
        let encoding = EBMLWriter.element(0x6240, EBMLWriter.element(0x5034, EBMLWriter.number(0x4254, 0)))
        var builder = FileBuilder(tracks: [
            FileBuilder.track(1, "S_TEXT/UTF8", type: 17, EBMLWriter.element(0x6d80, encoding))
        ])
        let frame = Self.deflated([UInt8](repeating: 0x41, count: 60_000))
        let block = FileBuilder.laced([[UInt8]](repeating: frame, count: 200), isXiph: true, time: 0)
        builder.clusters = FileBuilder.cluster(0, block)
        let limits = Mutex<[Int]>([])
        var demultiplexer = try MatroskaDemultiplexer(ByteSlice(copying: builder.bytes)) { compressed, limit in
            limits.withLock { $0.append(limit) }
            return Self.inflate(compressed, limit)
        }
        while demultiplexer.read(1 << 20) != nil {}
        #expect(limits.withLock { $0.count } == 200 && limits.withLock { $0.last } ?? .max < 60_000)
        #expect(demultiplexer.counts(of: Track.ID(rawValue: 1))?.frameCount == 200)
    }

    @Test func lowComplexityOfOlderFilesNeedsNoConfiguration() throws {
        let fields = EBMLWriter.element(0xe1, EBMLWriter.float(0xb5, 48_000) + EBMLWriter.number(0x9f, 2))
        var builder = FileBuilder(tracks: [FileBuilder.track(1, "A_AAC/MPEG4/LC", type: 2, fields)])
        builder.clusters = FileBuilder.cluster(0, FileBuilder.simpleBlock([0x21, 0x10, 4]))
        let reading = try Reading(builder.bytes)
        guard case .codedAudio(let format)? = reading.demultiplexer.tracks.first?.track?.format,
            case .aac(let configuration) = format.configuration
        else { throw MatroskaError.notMatroska }
        #expect(configuration.bytes == [0x11, 0x90] && format.sampleRate == 48_000)
        #expect(reading.samples.count == 1)
    }
}
