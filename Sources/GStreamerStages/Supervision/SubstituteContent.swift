import Media
import StageKit

/// The reason why substitute content is sent for a track.
enum SubstitutionReason: Sendable, Hashable {
    /// Payloads are overdue; the source is open.
    case stall
    /// The source is lost.
    case loss
    /// The track resumes; fills the remaining time before it does.
    case `return`
}

/// Produces substitute content for the tracks of a source that does not deliver.
protocol SubstituteContent<Output>: Sendable {
    associatedtype Output: Payload
    /// Handles a new or changed track.
    mutating func announce(_ track: Track)
    /// Handles a payload of the source that is sent.
    mutating func record(_ payload: Output)
    /// Returns substitute content from the end of the last payload to `time`, in nanoseconds.
    mutating func messages(for track: Track, until time: Int64, _ reason: SubstitutionReason) -> [Message<Output>]
    /// Releases content of the source, which is closed.
    mutating func release()
}

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
