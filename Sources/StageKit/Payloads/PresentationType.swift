/// The type of a presentation, which determines how its playlists change over time.
package enum PresentationType: String, Sendable, Hashable {
    /// Published at once, after all segments are known.
    case vod
    /// Segments are only appended.
    case event
    /// Segments are appended and removed.
    case live
}
