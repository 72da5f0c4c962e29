import Media
import StageKit

/// Passes only messages of tracks with certain media types.
struct TrackFilter: Sendable {
    private let types: Set<MediaType>
    private let passesAll: Bool
    private var open = OpenTracks()

    init(_ types: Set<MediaType>) {
        self.types = types
        passesAll = types.count == MediaType.allCases.count
    }

    /// Returns the messages that pass: the batch itself when all do, nil when none does.
    mutating func filtered<Content: Payload>(_ batch: Batch<Content>) -> Batch<Content>? {
        if passesAll { return batch }
        let passing = filter(batch.messages)
        if passing.count == batch.messages.count { return batch }
        return passing.isEmpty ? nil : Batch(passing)
    }

    @specialized(where Content == Sample)
    @specialized(where Content == Frame)
    private mutating func filter<Content: Payload>(_ messages: [Message<Content>]) -> [Message<Content>] {
        // Usually either all messages of a batch pass or none does.
        guard let refused = messages.firstIndex(where: { !passes($0) }) else { return messages }
        var passing = Array(messages[..<refused])
        for message in messages[(refused + 1)...] where passes(message) { passing.append(message) }
        return passing
    }

    private mutating func passes<Content: Payload>(_ message: Message<Content>) -> Bool {
        switch message {
        case .payload(let payload):
            return payload.trackID.map { open.contains($0) } ?? true
        case .gap(let id, _):
            return open.contains(id)
        case .end(let id):
            defer { open.close(id) }
            return open.contains(id)
        case .track(let track):
            guard types.contains(track.mediaType) else { return false }
            open.open(track)
            return true
        }
    }
}
