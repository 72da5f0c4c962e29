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
        case (.record, _), (.imageMap, _), (.presentationDescription, _): return nil
        case (_, .remove): content = .removal
        case (.mediaPlaylist, .store(let text)), (.multivariantPlaylist, .store(let text)): content = .playlist(text)
        case (_, .store), (_, .append): content = .media
        }
    }
}
