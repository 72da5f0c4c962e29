import Media
import StageKit

/// Messages that sessions cannot accept yet, in order of arrival.
struct QueuedMessages<Input: Payload> {
    /// The default maximum size of queued payloads in bytes: some seconds of uncompressed video, or minutes of audio.
    static var byteLimit: Int { 256 << 20 }
    private var messages: [Message<Input>] = []
    private var tracks: Set<Track.ID> = []
    /// The total size of the queued payloads in bytes.
    private(set) var byteCount = 0

    var isEmpty: Bool { messages.isEmpty }
    /// Whether messages of this track are queued, so that further ones must be queued, too.
    func contains(_ id: Track.ID) -> Bool { tracks.contains(id) }

    mutating func append(_ message: Message<Input>) {
        messages.append(message)
        switch message {
        case .track(let track): tracks.insert(track.id)
        case .end(let id), .gap(let id, _): tracks.insert(id)
        case .payload(let payload):
            if let id = payload.trackID { tracks.insert(id) }
            byteCount += payload.byteCount
        }
    }

    /// Removes and returns all messages.
    mutating func removeAll() -> [Message<Input>] {
        defer { self = QueuedMessages() }
        return messages
    }
}
