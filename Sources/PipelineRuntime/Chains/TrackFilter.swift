import Media
import StageKit

/// Passes only messages of tracks with certain media types.
struct TrackFilter: Sendable {
    private let types: Set<MediaType>
    private let passesAll: Bool
    private var tracks: [Track.ID] = []

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
            return payload.trackID.map { tracks.contains($0) } ?? true
        case .end(let track), .gap(let track, _):
            return tracks.contains(track)
        case .track(let track):
            let isWanted = types.contains(track.mediaType)
            if isWanted, !tracks.contains(track.id) { tracks.append(track.id) }
            return isWanted
        }
    }
}

/// Reports the tracks of a stage that no stage below accepts.
struct UnusedTracks: Sendable {
    private let acceptedTypes: Set<MediaType>
    private var reportedTracks: [Track.ID] = []

    /// Creates a detector; `acceptedTypes` is the union of the media types that the stages below accept.
    init(acceptedTypes: Set<MediaType>) { self.acceptedTypes = acceptedTypes }

    mutating func report<Content: Payload>(_ batch: Batch<Content>, stage: Int, board: ChainEffects) {
        guard acceptedTypes.count != MediaType.allCases.count else { return }
        for message in batch.messages {
            guard case .track(let track) = message, !acceptedTypes.contains(track.mediaType),
                !reportedTracks.contains(track.id)
            else { continue }
            reportedTracks.append(track.id)
            let name = track.name.map { " '\($0)'" } ?? ""
            board.problems.append(
                (
                    stage,
                    Problem(
                        .warning, code: "unused-track",
                        message: "no stage accepts \(track.mediaType.rawValue) track \(track.id.rawValue)\(name)")
                ))
        }
    }
}
