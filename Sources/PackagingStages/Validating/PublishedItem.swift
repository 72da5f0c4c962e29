import Media
import StageKit

/// What is checked of a resource: the text of a playlist, and of media that it is there.
struct PublishedItem: Sendable {
    enum Content: Sendable {
        case playlist(ByteRope)
        /// A file with media, or more of it.
        case media
        case removal
    }

    let path: String
    /// Since the stage began to run.
    let time: MediaTime
    let content: Content

    /// nil for what no rule looks at.
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
