import Dispatch
import Glibc
import Media
import Synchronization
import SystemTime

/// Handles SIGINT and SIGTERM, and SIGHUP if there is a handler for it, until it is cancelled or released.
final class SignalHandler: Sendable {
    // Safe because the sources are only created in `init` and cancelled in `cancel`, and are thread-safe themselves.
    private nonisolated(unsafe) let sources: [any DispatchSourceSignal]
    /// The number of counted signals, and the time of the last one.
    private let counted = Mutex((count: 0, time: MonotonicTime.distantPast))
    /// The interval for merging signals into one: `timeout` and supervisors signal a process and its group.
    static let pause = Duration.milliseconds(250)

    private let numbers: [Int32]

    /// Calls `handler` with 1 for the first stop signal, 2 for the second, and so on, and with the signal. Calls
    /// `hangUp` for SIGHUP.
    init(hangUp: (@Sendable () -> Void)? = nil, _ handler: @escaping @Sendable (Int, Int32) -> Void) {
        let queue = DispatchQueue(label: "sluice.signals")
        numbers = [SIGINT, SIGTERM] + (hangUp == nil ? [] : [SIGHUP])
        // On Linux, Dispatch installs a handler of its own, on another thread. Signals before that are early ones.
        sources = numbers.map { DispatchSource.makeSignalSource(signal: $0, queue: queue) }
        let hadTerminal = Self.hasTerminal
        for (number, source) in zip(numbers, sources) {
            let handle: @Sendable () -> Void = { [weak self] in
                // The kernel also sends SIGHUP when the controlling terminal closes; this counts as a stop signal.
                if number == SIGHUP, !hadTerminal || Self.hasTerminal { return hangUp?() ?? () }
                if let count = self?.count() { handler(count, number) }
            }
            source.setEventHandler(handler: handle)
            source.setRegistrationHandler { if EarlySignals.drain(number) { handle() } }
            source.resume()
        }
    }

    /// Whether the process has a controlling terminal.
    private static var hasTerminal: Bool {
        let terminal = open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC)
        if terminal >= 0 { close(terminal) }
        return terminal >= 0
    }

    private func count() -> Int? {
        let now = SystemClock.now
        return counted.withLock { counted in
            guard now - counted.time > Self.pause else { return nil }
            counted = (counted.count + 1, now)
            return counted.count
        }
    }

    /// Restores the default actions of the signals.
    func cancel() {
        for source in sources { source.cancel() }
        for number in numbers { signal(number, SIG_DFL) }
    }
}
