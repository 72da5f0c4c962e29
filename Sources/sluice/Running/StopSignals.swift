import Dispatch
import Glibc
import Synchronization

/// Takes SIGINT and SIGTERM while it lives, and SIGHUP where something is to happen then.
final class StopSignals: Sendable {
    // Safe because the sources are only made in `init` and cancelled in `cancel`, and are themselves thread-safe.
    private nonisolated(unsafe) let sources: [any DispatchSourceSignal]
    /// How many signals were counted, and when the last of them came, in nanoseconds.
    private let counted = Mutex((count: 0, time: UInt64(0)))
    /// What comes this soon after another is the same wish: `timeout` and supervisors signal a process and its group.
    private static let pause: UInt64 = 250_000_000

    private let numbers: [Int32]

    /// Calls `handler` with 1 for the first signal that asks for the end, 2 for the second, and so on.
    init(hangUp: (@Sendable () -> Void)? = nil, _ handler: @escaping @Sendable (Int) -> Void) {
        let queue = DispatchQueue(label: "sluice.signals")
        numbers = [SIGINT, SIGTERM] + (hangUp == nil ? [] : [SIGHUP])
        sources = numbers.map { number in
            signal(number, SIG_IGN)
            return DispatchSource.makeSignalSource(signal: number, queue: queue)
        }
        let hadTerminal = Self.hasTerminal
        for (number, source) in zip(numbers, sources) {
            source.setEventHandler { [weak self] in
                // A terminal that goes away says so with SIGHUP too.
                if number == SIGHUP, !hadTerminal || Self.hasTerminal { return hangUp?() ?? () }
                if let count = self?.count() { handler(count) }
            }
            source.resume()
        }
    }

    /// Whether there is a terminal that controls the process.
    private static var hasTerminal: Bool {
        let terminal = open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC)
        if terminal >= 0 { close(terminal) }
        return terminal >= 0
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
        for number in numbers { signal(number, SIG_DFL) }
    }
}
