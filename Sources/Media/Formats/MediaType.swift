/// The type of media that a track carries.
public enum MediaType: String, Sendable, Hashable, CaseIterable, Codable {
    case video
    case audio
    /// Subtitles, captions and chapter titles.
    case text
    /// Timecodes, as in a `tmcd` track.
    case timecode
    /// Timed metadata.
    case metadata
}
