import Media
import StageKit

/// The tracks that were announced and have not ended, in the order of their announcements.
struct OpenTracks<Content: Payload>: Sendable {
    private(set) var tracks: [Track] = []

    mutating func record(_ message: Message<Content>) {
        switch message {
        case .track(let track):
            if let index = tracks.firstIndex(where: { $0.id == track.id }) {
                tracks[index] = track
            } else {
                tracks.append(track)
            }
        case .end(let id): tracks.removeAll { $0.id == id }
        case .payload, .gap: break
        }
    }

    /// An announcement message for each open track.
    var announcements: [Message<Content>] { tracks.map { .track($0) } }

    /// The messages that turn these open tracks into `other`: ends of the tracks not in `other`, then announcements.
    func transition<Other: Payload>(to other: OpenTracks<Other>) -> [Message<Content>] {
        let kept = Set(other.tracks.map(\.id))
        return tracks.filter { !kept.contains($0.id) }.map { .end($0.id) } + other.tracks.map { .track($0) }
    }
}
