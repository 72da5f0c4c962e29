import Media

/// Media that a merge waits for: an input that has announced no track, or a live track that has no media.
struct AwaitedMedia: Sendable, Hashable {
    let input: Int
    /// The track and its type; nil if the input has announced none.
    var track: Track.ID?
    var mediaType: MediaType?
    /// Whether the track has had media before.
    var hasBegun = false
}
