/// The playlists that may contain a tag, and its position in them.
package enum TagPlace: Sendable {
    /// Anywhere in both kinds of playlist.
    case both
    /// Anywhere in a media playlist.
    case media
    /// Before the URI of a segment.
    case segment
    /// Anywhere in a multivariant playlist.
    case multivariant
}
