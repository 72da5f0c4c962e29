import Media
import StageKit

/// Messages that an encoder cannot take yet, in the order in which they came.
struct HeldMessages {
    /// How many bytes of frames are held at most; some seconds of pictures, minutes of sound.
    static let byteLimit = 256 << 20

    private var messages: [Message<Frame>] = []
    private var tracks: Set<Track.ID> = []
    /// The bytes of the frames among them.
    private(set) var byteCount = 0

    var isEmpty: Bool { messages.isEmpty }
    /// Whether messages of this track have to queue here too.
    func holds(_ id: Track.ID) -> Bool { tracks.contains(id) }

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

    /// Gives all of them away.
    mutating func removeAll() -> [Message<Frame>] {
        defer { self = HeldMessages() }
        return messages
    }
}
