import HLS
import Media
import StageKit

/// A playlist as a server with given capabilities delivers it.
///
/// The value comes from the stage that wrote the playlist. The text of other stages is parsed here, and nowhere else.
struct DeliveredPlaylist: Sendable {
    let text: ByteSlice
    /// The value of `text`; nil if the text is unreadable.
    let playlist: Playlist?
    /// The reason why the text is unreadable.
    let problem: PlaylistProblem?
}

extension DeliveredPlaylist {
    /// nil unless the resource stores a playlist.
    init?(_ resource: Resource, by server: DeliveryCapabilities) {
        guard resource.role == .mediaPlaylist || resource.role == .multivariantPlaylist,
            case .store(let stored) = resource.action
        else { return nil }
        if let value = resource.content(as: DeliverablePlaylist.self) {
            self.init(value, by: server, text: stored, for: .folder)
            return
        }
        do throws(PlaylistProblem) {
            let parsed = try Playlist.parse(stored.bytes, tolerance: .tolerant).playlist
            self.init(DeliverablePlaylist(separating: parsed), by: server, text: stored, for: .origin)
        } catch {
            self.init(text: stored.gathered, playlist: nil, problem: error)
        }
    }

    /// Creates the playlist for one server from a text for another one, which is rendered again only if they differ.
    private init(
        _ value: DeliverablePlaylist, by server: DeliveryCapabilities, text stored: ByteRope,
        for original: DeliveryCapabilities
    ) {
        let playlist = value.playlist(for: server)
        let isStored = value.isSame(for: server, as: original)
        let text = isStored ? stored.gathered : ByteSlice(copying: Array(playlist.text.utf8))
        self.init(text: text, playlist: playlist, problem: nil)
    }
}
