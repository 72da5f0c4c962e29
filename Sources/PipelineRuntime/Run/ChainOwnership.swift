import StageKit
import Synchronization

/// Decides once which side ends the chain of a task: the task itself, or the replacement of its stage.
final class ChainOwnership: Sendable {
    private let isClaimed = Atomic<Bool>(false)

    /// Claims the chain for a replacement. Returns false when the task has already ended or the chain is already
    /// claimed.
    func claim() -> Bool { !isClaimed.exchange(true, ordering: .acquiringAndReleasing) }
    /// Returns the chain to the task.
    func release() { isClaimed.store(false, ordering: .releasing) }
    /// Ends the task. Returns false when a replacement has claimed its chain.
    func ends() -> Bool { !isClaimed.exchange(true, ordering: .acquiringAndReleasing) }
}
