import ISOMedia
import Media

/// Media that is valid under all rules; the examples modify it.
enum ValidMedia {
    /// 640x360, 30 frames per second, High 3.0.
    static let high = bytes(
        "0164001effe1001a6764001eacb201405ff2e022000003000200000300781e2c5c9001000668ebc3cb22c0fdf8f800")
    /// The same, interlaced.
    static let fields = bytes(
        "0164001effe1001a6764001eace402818fcf8088000003000800000301e0f8a1524001000668fb83cb22c0fdf8f800")
    /// 320x180, Main 2.1.
    static let main = bytes("014d4015ffe10019674d4015d901419f9f0110000003001000000303c0f162e48001000568ebc3cb20")
    /// HEVC, 640x360.
    static let hevc = bytes(
        "0101600000009000000000003ff000fcfdf8f800000f03a00001001840010c01ffff01600000030090000003000003003f959409a10001"
            + "002942010101600000030090000003000003003fa005020171f2e595952930bc05a02000007d20000bb801a2000100064401c073c189"
    )
    /// HEVC with ten bits and PQ, 640x360.
    static let hevcPQ = bytes(
        "0102200000009000000000003ff000fcfdfafa00000f03a00001001840010c01ffff02200000030090000003000003003f959809a10001"
            + "002e42010102200000030090000003000003003fa005020169365959a4932bc05a848804820000030002000003003c10a20001000744"
            + "01c172b46240")

    /// The start of an IDR picture of H.264: the header of an I slice with the frame number 0, then bits of value 1.
    static let instantaneous: [UInt8] = [0x65, 0x88, 0x84] + [UInt8](repeating: 0xff, count: 20)
    /// The start of a picture that nothing refers to, with the frame number 1.
    static let predicted: [UInt8] = [0x01, 0x88, 0x8f] + [UInt8](repeating: 0xff, count: 20)
    /// The start of an IDR picture of HEVC with twelve rows of blocks, each with an entry point.
    static let hevcInstantaneous: [UInt8] = [0x26, 0x01, 0xaf, 0x18, 0x80, 0x00, 0x00, 0x80]
    /// The start of a picture of HEVC that nothing refers to.
    static let hevcPredicted: [UInt8] = [0x00, 0x01, 0xd8, 0x0b, 0x63, 0x10, 0x00, 0x00, 0x10]

    /// The start of a clean random access picture of HEVC, and of a picture that leads it and refers to earlier ones.
    static let hevcCleanAccess: [UInt8] = [0x2a, 0x01, 0xac, 0x01, 0xb1, 0x88, 0x00, 0x00, 0x08]
    static let hevcSkippedLeading: [UInt8] = [0x10, 0x01] + hevcPredicted.dropFirst(2)

    /// The same for the set with ten bits, which has six rows of blocks.
    static let hevcPQInstantaneous: [UInt8] = [0x26, 0x01, 0xaf, 0xcc, 0x80, 0x08]
    static let hevcPQPredicted: [UInt8] = [0x00, 0x01, 0xd8, 0x0b, 0x79, 0x90, 0x01]

    static func bytes(_ hex: String) -> [UInt8] {
        let digits = hex.compactMap(\.hexDigitValue).map(UInt8.init)
        return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    static func video(
        _ configuration: CodecConfiguration = .avc(AVCDecoderConfiguration(bytes: high)),
        size: PixelSize = PixelSize(width: 640, height: 360), id: UInt32 = 1, segments: Int = 6, scale: Int = 1
    ) -> MediaModel.Track {
        let format = CodedVideoFormat(configuration: configuration, size: size, colour: .bt709)
        return MediaModel.Track(
            description: TrackDescription(id: id, timescale: 15_360, format: .codedVideo(format)), sampleDuration: 512,
            sampleCounts: Array(repeating: 120, count: segments), sampleSize: 160 / scale, syncSize: 800 / scale)
    }

    static func audio(id: UInt32 = 1, channels: Int = 2, segments: Int = 6) -> MediaModel.Track {
        let format = CodedAudioFormat(
            configuration: .aac(AudioSpecificConfig(bytes: channels == 2 ? [0x11, 0x90] : [0x11, 0x88])),
            sampleRate: 48_000, channelCount: channels, framesPerPacket: 1024)
        return MediaModel.Track(
            description: TrackDescription(id: id, timescale: 48_000, format: .codedAudio(format)), sampleDuration: 1024,
            // 187.5 audio frames last 4 s.
            sampleCounts: (0..<segments).map { $0 % 2 == 0 ? 188 : 187 }, sampleSize: 50,
            syncHead: [channels == 2 ? 0x21 : 0x01])
    }

    /// Two variants with separate audio and I-frames.
    static var presentation: MediaModel {
        let low = video(
            .avc(AVCDecoderConfiguration(bytes: main)), size: PixelSize(width: 320, height: 180), scale: 2)
        return MediaModel(renditions: [
            .init(name: "high", tracks: [video()], hasIFrames: true), .init(name: "low", tracks: [low]),
            .init(name: "sound", kind: .audio, tracks: [audio()]),
        ])
    }

    /// The same as a live presentation.
    static var live: MediaModel {
        var model = presentation
        model.renditions[0].hasIFrames = false
        model.isEnded = false
        return model
    }

    /// The same as a presentation with dates.
    static var datedPresentation: MediaModel {
        var model = presentation
        for index in model.renditions.indices {
            model.renditions[index].headLines.append("#EXT-X-PROGRAM-DATE-TIME:2026-01-02T03:04:05.000Z")
        }
        return model
    }

    /// Video only.
    static var videoOnly: MediaModel {
        MediaModel(renditions: [.init(name: "video", tracks: [video()])], isPresentation: false)
    }

    /// Audio only.
    static var audioOnly: MediaModel {
        MediaModel(renditions: [.init(name: "sound", kind: .audio, tracks: [audio()])], isPresentation: false)
    }

    /// Video and audio muxed in the same segments.
    static var muxed: MediaModel {
        MediaModel(renditions: [.init(name: "both", tracks: [video(), audio(id: 2)])], isPresentation: false)
    }

    /// Two variants with video and audio in the same segments.
    static func muxedVariants(_ container: MediaModel.Container) -> MediaModel {
        let low = video(
            .avc(AVCDecoderConfiguration(bytes: main)), size: PixelSize(width: 320, height: 180), scale: 2)
        var model = MediaModel(renditions: [
            .init(name: "high", tracks: [video(), audio(id: 2)]), .init(name: "low", tracks: [low, audio(id: 2)]),
        ])
        for index in model.renditions.indices { model.renditions[index].container = container }
        return model
    }

    /// The same as a transport stream.
    static var transport: MediaModel {
        var model = muxed
        model.renditions[0].container = .transport
        return model
    }

    /// The same, encrypted with AES-128.
    static var encryptedTransport: MediaModel {
        var model = transport
        model.renditions[0].key = Array(0..<16)
        let vector = String(repeating: "0", count: 32)
        model.renditions[0].headLines.append("#EXT-X-KEY:METHOD=AES-128,URI=\"key\",IV=0x\(vector)")
        return model
    }

    /// Two variants with separate audio, all as transport streams.
    static var transportPresentation: MediaModel {
        var model = presentation
        for index in model.renditions.indices { model.renditions[index].container = .transport }
        model.renditions[0].hasIFrames = false
        return model
    }

    /// Packed audio.
    static var packedAudio: MediaModel {
        var model = audioOnly
        model.renditions[0].container = .packedAudio
        return model
    }

    /// Video with parts of 2 s.
    static var parts: MediaModel {
        var model = videoOnly
        model.isEnded = false
        model.renditions[0].hasParts = true
        model.renditions[0].headLines.append("#EXT-X-PART-INF:PART-TARGET=2.0")
        return model
    }

    /// Video and subtitles.
    static var subtitles: MediaModel {
        var model = presentation
        let text = "WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:0,LOCAL:00:00:00.000\n\n00:00.000 --> 00:01.000\nHello\n"
        var rendition = MediaModel.Rendition(name: "text", kind: .subtitles, tracks: [])
        rendition.text = text
        rendition.headLines = []
        rendition.segments = (0..<6).map { _ in MediaModel.Segment(fragments: [], duration: "4.000000") }
        model.renditions.append(rendition)
        return model
    }

    /// Video with sample encryption.
    static var encrypted: MediaModel { encrypted(pattern: 0x19) }

    static func encrypted(pattern: UInt8) -> MediaModel {
        var writer = ByteWriter()
        writer.box("avcC") { $0.write(contentsOf: high) }
        writer.box("sinf") { writer in
            writer.box("frma") { $0.write("avc1" as FourCC) }
            writer.fullBox("schm") { writer in
                writer.write("cbcs" as FourCC)
                writer.write(UInt32(0x1_0000))
            }
            writer.box("schi") { writer in
                writer.fullBox("tenc", version: 1) { writer in
                    writer.write(contentsOf: [0, pattern, 1, 0] + [UInt8](repeating: 7, count: 16) + [16])
                    writer.writeZeros(16)
                }
            }
        }
        var model = videoOnly
        model.renditions[0].tracks[0] = video(.boxed(sampleEntry: "encv", boxes: writer.bytes))
        model.renditions[0].tracks[0].isEncrypted = true
        model.renditions[0].headLines.append("#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"skd://key\"")
        return model
    }
}
