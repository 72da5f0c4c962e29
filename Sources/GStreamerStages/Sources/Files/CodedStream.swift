import Media

/// A coded stream of a container that can be carried unchanged: the elements that split it into samples, and its
/// coding.
enum CodedStream: Sendable {
    case video(String, VideoCoding)
    case audio(String, AudioCoding)
    case text(String, isMarkup: Bool)

    /// The stream with these caps; nil if it cannot be carried.
    init?(_ caps: CapsFields) {
        switch caps.name {
        case "video/x-h264": self = .video("h264parse ! video/x-h264,stream-format=avc,alignment=au", .avc)
        case "video/x-h265": self = .video("h265parse ! video/x-h265,stream-format=hvc1,alignment=au", .hevc)
        case "video/x-av1": self = .video("av1parse ! video/x-av1,stream-format=obu-stream,alignment=tu", .av1)
        case "video/x-vp8": self = .video(Self.unchanged, .vp8)
        case "video/x-vp9": self = .video("vp9parse ! video/x-vp9,alignment=super-frame", .vp9)
        case "audio/mpeg" where [2, 4].contains(caps.int("mpegversion")):
            self = .audio("aacparse ! audio/mpeg,stream-format=raw", .aac)
        case "audio/mpeg" where caps.int("mpegversion") == 1 && caps.int("layer") ?? 3 == 3:
            self = .audio("mpegaudioparse", .mp3)
        case "audio/x-ac3": self = .audio("ac3parse ! audio/x-ac3,alignment=frame", .ac3)
        // Six blocks with all their substreams are one sample.
        case "audio/x-eac3": self = .audio("ac3parse ! audio/x-eac3,alignment=iec61937", .eac3)
        // Demuxers deliver complete packets; opusparse drops or merges some packets of multi-stream audio.
        case "audio/x-opus": self = .audio(Self.unchanged, .opus)
        case "audio/x-flac": self = .audio("flacparse", .flac)
        // Planar and 8-bit samples are converted by encoding.
        case "audio/x-raw" where caps.isCarriedPCM: self = .audio(Self.unchanged, .pcm)
        case "video/x-prores": self = .video(Self.unchanged, .proRes)
        case "image/jpeg": self = .video(Self.unchanged, .jpeg)
        case "audio/x-alac": self = .audio(Self.appleLossless(caps), .alac)
        case "text/x-raw": self = .text(Self.unchanged, isMarkup: true)
        case "application/x-subtitle-unknown": self = .text(Self.unchanged, isMarkup: false)
        default: return nil
        }
    }

    /// The reason why a stream of a codec that is carried is not: its container lacks the decoder configuration, or
    /// GStreamer's demuxer damages it.
    static func obstacle(_ caps: CapsFields) -> String? {
        // GStreamer's demuxer (1.22) removes the times and writes wrong frame sizes. It has no field 'variant'.
        if caps.name == "video/x-prores", caps.string("variant") == nil {
            return "which GStreamer does not read correctly from Matroska; copy it to a QuickTime movie first"
        }
        guard caps.name == "audio/mpeg", [2, 4].contains(caps.int("mpegversion")),
            caps.string("stream-format") == "raw", (caps.bytes("codec_data")?.count ?? 0) < 2
        else { return nil }
        return "whose decoder configuration (AudioSpecificConfig) is missing"
    }

    private static let unchanged = "identity silent=true"

    /// Matroska's demuxer does not support the codec, so its configuration is read from the file.
    private static func appleLossless(_ caps: CapsFields) -> String {
        guard caps.string(MatroskaTracks.origin) != nil, let record = caps.bytes("codec_data") else { return unchanged }
        return "capssetter join=false replace=true caps=\(MatroskaTracks.caps("audio/x-alac", record))"
    }
}

extension CapsFields {
    /// Whether the caps describe uncompressed audio in a form that movies can contain.
    fileprivate var isCarriedPCM: Bool {
        (string("layout") ?? "interleaved") == "interleaved"
            && string("format").flatMap(PCMConfiguration.init(sampleFormat:)) != nil
    }
}
