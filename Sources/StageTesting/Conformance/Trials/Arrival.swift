import Synchronization

/// A flag that one task sets and another polls.
final class Arrival: Sendable {
    private let arrived = Mutex(false)
    func arrive() { arrived.withLock { $0 = true } }
    var hasArrived: Bool { arrived.withLock { $0 } }
}
