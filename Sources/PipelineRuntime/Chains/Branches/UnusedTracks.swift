import Media
import StageKit

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
