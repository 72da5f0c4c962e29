/// A playlist of either kind (RFC 8216bis 4.1).
package enum Playlist: Sendable, Hashable {
    case media(MediaPlaylist)
    case multivariant(MultivariantPlaylist)

    /// The media type of both kinds of playlist.
    package static let contentType = "application/vnd.apple.mpegurl"

    /// The text of the playlist file.
    package var text: String {
        switch self {
        case .media(let playlist): playlist.text
        case .multivariant(let playlist): playlist.text
        }
    }

    /// The approximate size of the value in memory, in bytes. Ignores strings, which successive states share.
    package var memorySize: Int {
        switch self {
        case .media(let playlist): playlist.segments.count * MemoryLayout<MediaSegment>.stride
        case .multivariant(let playlist):
            (playlist.variants.count + playlist.iFrameVariants.count) * MemoryLayout<Variant>.stride
                + playlist.renditions.count * MemoryLayout<AlternativeRendition>.stride
        }
    }
}
