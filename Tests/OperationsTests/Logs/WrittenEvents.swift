import Dispatch
import Operations
import Synchronization

/// A destination that records events, and that can be blocked.
final class WrittenEvents: LogDestination {
    private let written = Mutex<[LogEvent]>([])
    private let gate = DispatchSemaphore(value: 0)
    private let isBlocked: Bool

    /// Creates a destination. A blocked one waits in each write until it is unblocked.
    init(isBlocked: Bool = false) { self.isBlocked = isBlocked }

    var events: [LogEvent] { written.withLock { $0 } }

    func write(_ event: LogEvent) {
        if isBlocked {
            gate.wait()
            gate.signal()
        }
        written.withLock { $0.append(event) }
    }

    func unblock() { gate.signal() }
}
