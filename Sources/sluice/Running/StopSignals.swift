import Dispatch
import Glibc
import Synchronization

/// Takes SIGINT and SIGTERM while it lives.
final class StopSignals: Sendable {
    // Safe because the sources are only made in `init` and cancelled in `cancel`, and are themselves thread-safe.
    private nonisolated(unsafe) let sources: [any DispatchSourceSignal]
    /// How many signals were counted, and when the last of them came, in nanoseconds.
    private let counted = Mutex((count: 0, time: UInt64(0)))
    /// What comes this soon after another is the same wish: `timeout` and supervisors signal a process and its group.
    private static let pause: UInt64 = 250_000_000

    /// Calls `handler` with 1 for the first signal, 2 for the second, and so on.
    init(_ handler: @escaping @Sendable (Int) -> Void) {
        let queue = DispatchQueue(label: "sluice.signals")
        sources = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            return DispatchSource.makeSignalSource(signal: number, queue: queue)
        }
        for source in sources {
            source.setEventHandler { [weak self] in
                if let count = self?.count() { handler(count) }
            }
            source.resume()
        }
    }

    private func count() -> Int? {
        let now = DispatchTime.now().uptimeNanoseconds
        return counted.withLock { counted in
            guard counted.count == 0 || now &- counted.time > Self.pause else { return nil }
            counted = (counted.count + 1, now)
            return counted.count
        }
    }

    /// Gives the signals back.
    func cancel() {
        for source in sources { source.cancel() }
        for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
    }
}
