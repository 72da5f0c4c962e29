import Media
import StageKit

/// Sends gaps instead of substitute content.
struct GapSubstitute<Output: Payload>: SubstituteContent {
    private var reportedUntil: [Track.ID: Int64] = [:]

    mutating func announce(_ track: Track) {}
    mutating func record(_ payload: Output) {}
    mutating func release() {}
    mutating func messages(for track: Track, until time: Int64, _ reason: SubstitutionReason) -> [Message<Output>] {
        guard reason != .return, time > reportedUntil[track.id, default: .min] else { return [] }
        reportedUntil[track.id] = time
        return [.gap(track.id, until: .nanoseconds(time))]
    }
}
