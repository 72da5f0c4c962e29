import HLS
public import StageKit

/// A published HLS playlist as a value.
public struct PlaylistSnapshot: Sendable {
    /// The content of a playlist.
    public enum Content: Sendable, Hashable {
        case media(MediaPlaylistSnapshot)
        case multivariant(MultivariantPlaylistSnapshot)
    }

    private let playlist: DeliverablePlaylist

    init(_ playlist: DeliverablePlaylist) { self.playlist = playlist }

    /// The content as values.
    public var content: Content {
        switch playlist.playlist(for: .origin) {
        case .media(let playlist): .media(MediaPlaylistSnapshot(playlist))
        case .multivariant(let playlist): .multivariant(MultivariantPlaylistSnapshot(playlist))
        }
    }

    /// Returns the text for a server.
    ///
    /// `holdsRequests` is whether the server holds requests for playlists and parts that are not yet published
    /// (RFC 8216bis 6.2.5.2); only then are CAN-BLOCK-RELOAD and preload hints valid.
    public func text(holdsRequests: Bool = false) -> String {
        playlist.playlist(for: holdsRequests ? [.blockingReload, .renditionReports] : .folder).text
    }
}

extension Resource {
    /// The stored HLS playlist as a value; nil for other resources.
    public var playlist: PlaylistSnapshot? { content(as: DeliverablePlaylist.self).map(PlaylistSnapshot.init) }

    /// The stored or appended bytes; nil for a removal.
    public var bytes: [UInt8]? {
        switch action {
        case .store(let data), .append(let data): data.bytes
        case .remove: nil
        }
    }
}
