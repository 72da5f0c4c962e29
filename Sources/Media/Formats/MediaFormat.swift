/// The format of a track's payloads.
public enum MediaFormat: Sendable, Hashable, Codable {
    /// Coded video.
    case codedVideo(CodedVideoFormat)
    /// Coded audio.
    case codedAudio(CodedAudioFormat)
    /// Uncompressed video.
    case rawVideo(RawVideoFormat)
    /// Uncompressed audio.
    case rawAudio(RawAudioFormat)
    /// Subtitles and captions, as cues or as documents.
    case timedText(TimedTextFormat)
    /// Text, timecodes or timed metadata, passed through unchanged.
    case codedData(CodedDataFormat)

    /// The media type of the format.
    public var mediaType: MediaType {
        switch self {
        case .codedVideo, .rawVideo: .video
        case .codedAudio, .rawAudio: .audio
        case .timedText: .text
        case .codedData(let format): format.mediaType
        }
    }
}
