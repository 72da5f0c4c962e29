import Media
import StageKit

/// Messages that encoders cannot accept yet, in order of arrival.
struct QueuedMessages {
    /// The default maximum size of queued frames in bytes: some seconds of video, or minutes of audio.
    static let byteLimit = 256 << 20

    private var messages: [Message<Frame>] = []
    private var tracks: Set<Track.ID> = []
    /// The total size of the queued frames in bytes.
    private(set) var byteCount = 0

    var isEmpty: Bool { messages.isEmpty }
    /// Whether messages of this track are queued, so that further ones must be queued, too.
    func contains(_ id: Track.ID) -> Bool { tracks.contains(id) }

    mutating func append(_ message: Message<Frame>) {
        messages.append(message)
        switch message {
        case .track(let track): tracks.insert(track.id)
        case .end(let id), .gap(let id, _): tracks.insert(id)
        case .payload(let frame):
            tracks.insert(frame.track)
            byteCount += frame.content.byteCount
        }
    }

    /// Removes and returns all messages.
    mutating func removeAll() -> [Message<Frame>] {
        defer { self = QueuedMessages() }
        return messages
    }
}
