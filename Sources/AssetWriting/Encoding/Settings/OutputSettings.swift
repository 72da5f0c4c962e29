public import Media

/// The encoder settings of an input. An input without settings passes coded samples through.
public enum OutputSettings: Sendable, Hashable {
    case video(VideoOutputSettings)
    case audio(AudioOutputSettings)

    /// The media type that the settings apply to.
    public var mediaType: MediaType {
        switch self {
        case .video: .video
        case .audio: .audio
        }
    }
}
