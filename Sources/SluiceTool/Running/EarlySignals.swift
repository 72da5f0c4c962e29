import Glibc
import Media
import Synchronization
import SystemTime

/// Signals that arrive before the handlers of a run are installed: until then, their default action would end the process
/// without finishing its output.
///
/// A handler records them, and ``SignalHandler`` handles them once its own are installed.
enum EarlySignals {
    /// The commands that finish their output on SIGTERM and SIGINT, and read their files again on SIGHUP.
    private static let commands = ["run", "serve"]
    private static let numbers = [SIGHUP, SIGINT, SIGTERM]
    /// A bit for each signal that arrived.
    private static let arrived = Atomic<UInt64>(0)
    /// The time of the first stop signal in nanoseconds; zero before it.
    private static let firstStop = Atomic<Int64>(0)

    /// Records signals from now on if the command handles them. Called before anything else, from the only thread.
    static func record(for arguments: [String]) {
        guard arguments.count > 1, commands.contains(arguments[1]) else { return }
        // The handler may run at once, and must not initialize anything.
        _ = (arrived.load(ordering: .relaxed), firstStop.load(ordering: .relaxed), SignalHandler.pause, SystemClock.now)
        StatusSignal.ignore()
        for number in numbers {
            if isIgnored(number) { continue }
            signal(number) { EarlySignals.handle($0) }
        }
    }

    /// Whether the program that started the tool ignores a signal, as `nohup` and shells do for programs in the background.
    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        sigaction(number, nil, &action)
        let handler = unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
        return handler == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    /// Returns whether a signal arrived early, and forgets it.
    static func drain(_ number: Int32) -> Bool {
        let bit = UInt64(1) << UInt64(number)
        return arrived.bitwiseAnd(~bit, ordering: .acquiringAndReleasing).oldValue & bit != 0
    }

    /// Handles a signal with atomic operations only. The second stop signal ends the process, as it aborts a run.
    private static func handle(_ number: Int32) {
        if number != SIGHUP {
            let now = SystemClock.now
            let first = firstStop.compareExchange(
                expected: 0, desired: now.nanoseconds, ordering: .relaxed
            ).original
            if first != 0, now - MonotonicTime(nanoseconds: first) > SignalHandler.pause {
                signal(number, SIG_DFL)
                raise(number)
            }
        }
        arrived.bitwiseOr(UInt64(1) << UInt64(number), ordering: .acquiringAndReleasing)
    }
}
