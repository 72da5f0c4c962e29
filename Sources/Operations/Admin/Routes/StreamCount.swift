import Synchronization

/// The number of open event streams, which is limited.
final class StreamCount: Sendable {
    static let limit = 16
    private let count = Mutex(0)

    /// Adds a stream. Returns false if there are too many.
    func add() -> Bool {
        count.withLock { count in
            guard count < Self.limit else { return false }
            count += 1
            return true
        }
    }

    func remove() { count.withLock { $0 -= 1 } }
}
