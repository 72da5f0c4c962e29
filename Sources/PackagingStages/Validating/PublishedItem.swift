import HLS
import Media
import StageKit

/// The part of a resource that is validated: the text of a playlist, or the existence of a media file.
struct PublishedItem: Sendable {
    enum Content: Sendable {
        case playlist(ByteRope)
        /// A media file, or an addition to it.
        case media
        case removal
    }

    let path: String
    /// The time since the stage started.
    let time: MediaTime
    let content: Content

    /// nil for resources without rules.
    init?(_ resource: Resource, at time: MediaTime) {
        path = resource.path
        self.time = time
        switch (resource.role, resource.action) {
        case (.record, _), (.imageMap, _), (.presentationDescription, _), (.metadata, _): return nil
        case (_, .remove): content = .removal
        case (.mediaPlaylist, .store(let text)), (.multivariantPlaylist, .store(let text)):
            content = .playlist(Self.fullText(of: resource) ?? text)
        case (_, .store), (_, .append): content = .media
        }
    }

    /// The text with all delivery tags; nil if it equals the stored text.
    ///
    /// The rules read text, so that they also detect errors in writing it.
    private static func fullText(of resource: Resource) -> ByteRope? {
        guard let playlist = resource.content(as: DeliverablePlaylist.self), !playlist.isSame(for: .folder, as: .origin)
        else { return nil }
        return ByteRope(Array(playlist.playlist(for: .origin).text.utf8))
    }
}
