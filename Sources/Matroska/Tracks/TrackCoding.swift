package import Media

/// The codecs of tracks whose samples can be carried in ISO base media files (Matroska codec specifications).
package enum TrackCoding: Sendable, Hashable {
    case avc, hevc, vp8, vp9, av1, jpeg
    case aac, mp3, ac3, enhancedAC3, opus, flac, appleLossless
    case pcm(isFloat: Bool, isLittleEndian: Bool)
    case subRip, webVTT

    /// The coding with a CodecID; nil if it is not carried.
    init?(codec: String) {
        // Older files have the profile or the version after the name.
        let name = codec.hasPrefix("A_AAC") ? "A_AAC" : codec.hasPrefix("A_AC3") ? "A_AC3" : codec
        guard let coding = Self.codings[name] else { return nil }
        self = coding
    }

    private static let codings: [String: TrackCoding] = [
        "V_MPEG4/ISO/AVC": .avc, "V_MPEGH/ISO/HEVC": .hevc, "V_VP8": .vp8, "V_VP9": .vp9, "V_AV1": .av1,
        "V_MJPEG": .jpeg,
        "A_AAC": .aac, "A_MPEG/L3": .mp3, "A_AC3": .ac3, "A_EAC3": .enhancedAC3, "A_OPUS": .opus, "A_FLAC": .flac,
        "A_ALAC": .appleLossless,
        "A_PCM/INT/LIT": .pcm(isFloat: false, isLittleEndian: true),
        "A_PCM/INT/BIG": .pcm(isFloat: false, isLittleEndian: false),
        "A_PCM/FLOAT/IEEE": .pcm(isFloat: true, isLittleEndian: true),
        "S_TEXT/UTF8": .subRip, "S_TEXT/WEBVTT": .webVTT, "D_WEBVTT/SUBTITLES": .webVTT, "D_WEBVTT/CAPTIONS": .webVTT,
    ]

    package var mediaType: MediaType {
        switch self {
        case .avc, .hevc, .vp8, .vp9, .av1, .jpeg: .video
        case .aac, .mp3, .ac3, .enhancedAC3, .opus, .flac, .appleLossless, .pcm: .audio
        case .subRip, .webVTT: .text
        }
    }

    /// Whether the format of the track follows from its first frame.
    var needsFrame: Bool {
        switch self {
        case .vp9, .av1, .ac3, .enhancedAC3, .mp3: true
        default: false
        }
    }
}
