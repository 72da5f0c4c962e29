package import Media
import Synchronization

/// The liveness of the process: whether tasks of the Swift concurrency pool still run.
///
/// All stages run in that pool. A stage that blocks its threads stops the heart.
package final class Heartbeat: Sendable {
    private static let interval = Duration.seconds(1)
    /// The time without a beat after which the process is not alive.
    package static let limit = Duration.seconds(10)
    private let last: Mutex<MonotonicTime>
    private let clock: any MediaClock
    private let beating = Mutex<Task<Void, Never>?>(nil)

    /// Starts the heart.
    package init(clock: any MediaClock) {
        self.clock = clock
        last = Mutex(clock.now)
        let task = Task { [weak self] in
            while (try? await Task.sleep(for: Self.interval)) != nil {
                guard let self else { return }
                last.withLock { $0 = clock.now }
            }
        }
        beating.withLock { $0 = task }
    }

    deinit { beating.withLock { $0 }?.cancel() }

    /// Whether the last beat is recent.
    package func isAlive(at now: MonotonicTime) -> Bool { now - last.withLock { $0 } < Self.limit }
}
