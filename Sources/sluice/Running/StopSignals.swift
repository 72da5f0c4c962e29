import Dispatch
import Glibc
import Synchronization

/// Takes SIGINT and SIGTERM while it lives.
final class StopSignals: Sendable {
    // Safe because the sources are only made in `init` and cancelled in `cancel`, and are themselves thread-safe.
    private nonisolated(unsafe) let sources: [any DispatchSourceSignal]
    private let count = Atomic<Int>(0)

    /// Calls `handler` with 1 for the first signal, 2 for the second, and so on.
    init(_ handler: @escaping @Sendable (Int) -> Void) {
        let queue = DispatchQueue(label: "sluice.signals")
        sources = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            return DispatchSource.makeSignalSource(signal: number, queue: queue)
        }
        for source in sources {
            source.setEventHandler { [weak self] in
                guard let self else { return }
                handler(self.count.add(1, ordering: .relaxed).newValue)
            }
            source.resume()
        }
    }

    /// Gives the signals back.
    func cancel() {
        for source in sources { source.cancel() }
        for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
    }
}
