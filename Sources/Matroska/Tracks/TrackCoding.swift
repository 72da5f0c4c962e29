package import Media

/// The codecs of tracks whose samples can be carried in ISO base media files (Matroska codec specifications).
package enum TrackCoding: Sendable, Hashable {
    case avc, hevc, vp8, vp9, av1, jpeg, proRes
    case aac, mp3, ac3, enhancedAC3, opus, flac, appleLossless
    case pcm(isFloat: Bool, isLittleEndian: Bool)
    case subRip, webVTT, subStationAlpha

    /// The coding with a CodecID; nil if it is not carried.
    init?(codec: String) {
        // Older files have the profile or the version after the name.
        let name = codec.hasPrefix("A_AAC") ? "A_AAC" : codec.hasPrefix("A_AC3") ? "A_AC3" : codec
        guard let coding = Self.codings[name] else { return nil }
        self = coding
    }

    private static let codings: [String: TrackCoding] = [
        "V_MPEG4/ISO/AVC": .avc, "V_MPEGH/ISO/HEVC": .hevc, "V_VP8": .vp8, "V_VP9": .vp9, "V_AV1": .av1,
        "V_MJPEG": .jpeg, "V_PRORES": .proRes,
        "A_AAC": .aac, "A_MPEG/L3": .mp3, "A_AC3": .ac3, "A_EAC3": .enhancedAC3, "A_OPUS": .opus, "A_FLAC": .flac,
        "A_ALAC": .appleLossless,
        "A_PCM/INT/LIT": .pcm(isFloat: false, isLittleEndian: true),
        "A_PCM/INT/BIG": .pcm(isFloat: false, isLittleEndian: false),
        "A_PCM/FLOAT/IEEE": .pcm(isFloat: true, isLittleEndian: true),
        "S_TEXT/UTF8": .subRip, "S_TEXT/WEBVTT": .webVTT, "D_WEBVTT/SUBTITLES": .webVTT, "D_WEBVTT/CAPTIONS": .webVTT,
        "S_TEXT/ASS": .subStationAlpha, "S_ASS": .subStationAlpha, "S_TEXT/SSA": .subStationAlpha,
        "S_SSA": .subStationAlpha,
    ]

    package var mediaType: MediaType {
        switch self {
        case .avc, .hevc, .vp8, .vp9, .av1, .jpeg, .proRes: .video
        case .aac, .mp3, .ac3, .enhancedAC3, .opus, .flac, .appleLossless, .pcm: .audio
        case .subRip, .webVTT, .subStationAlpha: .text
        }
    }

    /// Whether the format of the track follows from its first frame.
    var needsFrame: Bool {
        switch self {
        case .vp9, .av1, .ac3, .enhancedAC3, .mp3: true
        default: false
        }
    }

    /// Returns a frame with the bytes that the coding of Matroska omits.
    func restored(_ frame: ByteSlice) -> ByteSlice {
        guard self == .proRes, !frame.hasProResHeader else { return frame }
        var writer = ByteWriter(capacity: frame.count + 8)
        writer.write(UInt32(clamping: frame.count + 8))
        writer.write(contentsOf: Array("icpf".utf8))
        writer.write(contentsOf: frame.bytes)
        return ByteSlice(copying: writer.bytes)
    }
}

extension ByteSlice {
    /// Whether a frame has its size and identifier, which some writers do not omit.
    fileprivate var hasProResHeader: Bool {
        count >= 8 && slice(4..<8).withUnsafeBytes { $0.elementsEqual("icpf".utf8) }
    }
}

extension TrackEntry {
    /// Whether the track has subtitles as text.
    package var isText: Bool { TrackCoding(codec: codec)?.mediaType == .text }
}
