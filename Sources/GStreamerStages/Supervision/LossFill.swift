import Media
import StageKit

/// Why something stands in for a track.
enum StandInReason: Sendable, Hashable {
    /// Nothing has come for a while; the source is open.
    case stall
    /// The source is lost.
    case loss
    /// The track goes on, and this is what is left up to there.
    case `return`
}

/// What stands in for the tracks of a source while they do not come.
protocol LossFill<Output>: Sendable {
    associatedtype Output: Payload
    /// A track begins or changes.
    mutating func announce(_ track: Track)
    /// A payload of the source itself was given on.
    mutating func note(_ payload: Output)
    /// What stands between what was given last and `time`, in nanoseconds.
    mutating func messages(for track: Track, until time: Int64, _ reason: StandInReason) -> [Message<Output>]
    /// Lets go of what belongs to the source, which is closed.
    mutating func release()
}

/// Nothing: the message that there is nothing.
struct GapFill<Output: Payload>: LossFill {
    private var told: [Track.ID: Int64] = [:]

    mutating func announce(_ track: Track) {}
    mutating func note(_ payload: Output) {}
    mutating func release() {}
    mutating func messages(for track: Track, until time: Int64, _ reason: StandInReason) -> [Message<Output>] {
        guard reason != .return, time > told[track.id, default: .min] else { return [] }
        told[track.id] = time
        return [.gap(track.id, until: .nanoseconds(time))]
    }
}
