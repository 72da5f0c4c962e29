import Dispatch
import Glibc

/// Calls a handler on SIGUSR1, on a separate queue, until it is cancelled or released.
final class StatusSignal: Sendable {
    // Safe because the source is only created in `init` and cancelled in `cancel`, and is thread-safe itself.
    private nonisolated(unsafe) let source: any DispatchSourceSignal

    /// Calls `handler` for each signal; signals in quick succession may be merged.
    init(_ handler: @escaping @Sendable () -> Void) {
        Self.ignore()
        source = DispatchSource.makeSignalSource(signal: SIGUSR1, queue: DispatchQueue(label: "sluice.status"))
        source.setEventHandler(handler: handler)
        source.resume()
    }

    /// Ignores SIGUSR1, whose default action ends the process.
    static func ignore() { signal(SIGUSR1, SIG_IGN) }

    /// Stops calling the handler.
    func cancel() { source.cancel() }
}
