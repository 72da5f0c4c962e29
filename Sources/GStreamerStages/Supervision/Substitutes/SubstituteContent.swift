import Media
import StageKit

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
