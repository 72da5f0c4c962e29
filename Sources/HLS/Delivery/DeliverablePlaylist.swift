import Media

/// A playlist for servers of different capabilities: its content, and the delivery tags that each server adds if it can
/// keep them.
package struct DeliverablePlaylist: TypedContent, Hashable {
    /// The playlist without delivery tags.
    private let content: Playlist
    private let delivery: PlaylistDelivery

    /// Creates a media playlist. `playlist` has no delivery tags.
    package init(_ playlist: MediaPlaylist, delivery: PlaylistDelivery = PlaylistDelivery()) {
        content = .media(playlist)
        self.delivery = delivery
    }

    /// Creates a multivariant playlist, which is the same on all servers.
    package init(_ playlist: MultivariantPlaylist) {
        content = .multivariant(playlist)
        delivery = PlaylistDelivery()
    }

    /// Creates the playlist from one with all delivery tags, such as a parsed one.
    package init(separating playlist: Playlist) {
        guard case .media(var media) = playlist else {
            content = playlist
            delivery = PlaylistDelivery()
            return
        }
        delivery = PlaylistDelivery(removingFrom: &media)
        content = .media(media)
    }

    /// The media playlist without delivery tags; nil for a multivariant playlist.
    package var media: MediaPlaylist? { if case .media(let playlist) = content { playlist } else { nil } }

    /// Returns the playlist with segments and parts marked as gaps, as ``MediaPlaylist/markingGaps(where:)`` does.
    package func markingGaps(where isMissing: (String, ByteRange?) -> Bool) -> DeliverablePlaylist {
        media.map { DeliverablePlaylist($0.markingGaps(where: isMissing), delivery: delivery) } ?? self
    }

    /// Returns the playlist of a server with these capabilities.
    package func playlist(for server: DeliveryCapabilities) -> Playlist {
        guard case .media(var media) = content else { return content }
        delivery.supported(by: server).add(to: &media)
        return .media(media)
    }

    /// Returns whether two servers have the same playlist.
    package func isSame(for one: DeliveryCapabilities, as other: DeliveryCapabilities) -> Bool {
        delivery.supported(by: one) == delivery.supported(by: other)
    }

    package var text: String { playlist(for: .folder).text }
    package var memorySize: Int { content.memorySize }
    /// Whether a media playlist has ended; nil for multivariant playlists.
    package var hasEndList: Bool? {
        if case .media(let media) = content { media.hasEndList } else { nil }
    }
}
