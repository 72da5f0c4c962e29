/// What kind of media a track carries.
public enum MediaType: String, Sendable, Hashable, CaseIterable {
    case video
    case audio
    /// Subtitles, captions and chapter titles.
    case text
    /// The frame numbers that editors count by.
    case timecode
    /// Timed metadata.
    case metadata
}
