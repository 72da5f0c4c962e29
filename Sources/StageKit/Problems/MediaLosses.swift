package import Media
import Synchronization

/// The media that a run has lost before it was packaged, and the causes. Shared by the stages of a run, so that the stage
/// that publishes a gap can name its cause.
package final class MediaLosses: Sendable {
    private struct Loss: Sendable {
        var cause: String
        var from: MediaInstant
        var until: MediaInstant
    }

    /// The maximum number of losses that are remembered.
    private static let limit = 256
    /// The interval between two losses with the same cause that count as one.
    private static let tolerance: Int64 = 2_000_000_000

    private let losses = Mutex<[Loss]>([])

    /// Creates an empty list.
    package init() {}

    /// Records that media was lost between two times, on the timeline of the run.
    package func record(_ cause: String, from: MediaInstant, until: MediaInstant) {
        losses.withLock { losses in
            if let index = losses.lastIndex(where: { $0.cause == cause }),
                from.nanoseconds &- losses[index].until.nanoseconds < Self.tolerance
            {
                losses[index].from = min(losses[index].from, from)
                losses[index].until = max(losses[index].until, until)
                return
            }
            if losses.count == Self.limit { losses.removeFirst() }
            losses.append(Loss(cause: cause, from: from, until: until))
        }
    }

    /// Returns the causes of losses between two times, oldest first.
    package func causes(from: MediaTime, until: MediaTime) -> [String] {
        let (from, until) = (MediaInstant(from), MediaInstant(until))
        var causes: [String] = []
        for loss in losses.withLock({ $0 }) where loss.from <= until && loss.until >= from {
            if !causes.contains(loss.cause) { causes.append(loss.cause) }
        }
        return causes
    }
}
