import Media

/// The gap at the end of a rendition.
struct RenditionGap: Sendable, Hashable {
    var start: MediaTime
    var end: MediaTime
}
