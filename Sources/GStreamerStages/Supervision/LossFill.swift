import Media
import StageKit

/// What stands in for the tracks of a source while it is lost.
protocol LossFill<Output>: Sendable {
    associatedtype Output: Payload
    /// A track begins or changes.
    mutating func announce(_ track: Track)
    /// A payload of the source itself was given on.
    mutating func note(_ payload: Output)
    /// What stands between what was given last and `time`, in nanoseconds; `isReturn` where the source goes on there.
    mutating func messages(for track: Track, until time: Int64, isReturn: Bool) -> [Message<Output>]
}

/// Nothing: the message that there is nothing.
struct GapFill<Output: Payload>: LossFill {
    private var told: [Track.ID: Int64] = [:]

    mutating func announce(_ track: Track) {}
    mutating func note(_ payload: Output) {}
    mutating func messages(for track: Track, until time: Int64, isReturn: Bool) -> [Message<Output>] {
        guard !isReturn, time > told[track.id, default: .min] else { return [] }
        told[track.id] = time
        return [.gap(track.id, until: .nanoseconds(time))]
    }
}
