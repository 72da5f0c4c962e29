import Media

/// The kinds of tracks that `segment` decodes and encodes; the others are passed through.
enum EncodedKinds: String, CaseIterable {
    case all
    case audio
    case video

    /// The media types that are passed through.
    var passedThrough: Set<MediaType> {
        switch self {
        case .all: []
        case .audio: [.video, .text]
        case .video: [.audio, .text]
        }
    }

    /// The media types that are encoded.
    var encoded: Set<MediaType> {
        switch self {
        case .all: [.video, .audio]
        case .audio: [.audio]
        case .video: [.video]
        }
    }
}
