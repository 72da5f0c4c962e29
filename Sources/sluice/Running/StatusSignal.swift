import Dispatch
import Glibc

/// Calls a handler on SIGUSR1 while it lives, on a thread of its own.
final class StatusSignal: Sendable {
    // Safe because the source is only made in `init` and cancelled in `cancel`, and is itself thread-safe.
    private nonisolated(unsafe) let source: any DispatchSourceSignal

    /// Calls `handler` for each signal, or once for several that come together.
    init(_ handler: @escaping @Sendable () -> Void) {
        Self.ignore()
        source = DispatchSource.makeSignalSource(signal: SIGUSR1, queue: DispatchQueue(label: "sluice.status"))
        source.setEventHandler(handler: handler)
        source.resume()
    }

    /// Lets the signal pass without effect; by default it ends the process.
    static func ignore() { signal(SIGUSR1, SIG_IGN) }

    /// Calls nothing any more.
    func cancel() { source.cancel() }
}
