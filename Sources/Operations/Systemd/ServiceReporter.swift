import Glibc
import Media
import Synchronization
import SystemFiles
import SystemTime

/// Reports the state of the process to the service manager: readiness, status, reloads, the stop, and the watchdog.
///
/// `WATCHDOG=1` is sent only while the data paths move.
package final class ServiceReporter: Sendable {
    /// Reads the state.
    package typealias Reading = @Sendable () async -> ServiceReading
    /// Returns the parts of the process that have made no progress since the last call.
    package typealias StallReading = @Sendable () async -> [String]

    private struct State {
        var isReady = false
        var stalled: [String] = []
        var lastStatus = MonotonicTime.distantPast
    }

    /// The interval of status texts and of requests for more time.
    private static let interval = Duration.seconds(5)
    /// The time that each request adds while the process starts or drains, in microseconds.
    private static let extensionTime = 15_000_000

    private let manager: NotificationSocket
    private let watchdog: Duration?
    private let read: Reading
    private let readStalls: StallReading
    private let state = Mutex(State())

    /// Creates a reporter; nil if the process has no service manager.
    package init?(environment: [String: String], reading: @escaping Reading, stalls: @escaping StallReading) {
        guard let path = environment["NOTIFY_SOCKET"], let manager = NotificationSocket(path: path) else { return nil }
        self.manager = manager
        watchdog = WatchdogInterval.interval(processID: getpid(), environment: environment)
        (read, readStalls) = (reading, stalls)
    }

    /// Whether a service manager has started the process.
    package static func isManaged(environment: [String: String]) -> Bool {
        // Processes that a unit starts inherit INVOCATION_ID, so it does not identify the main process.
        environment["NOTIFY_SOCKET"] != nil || environment["SYSTEMD_EXEC_PID"] == "\(getpid())"
    }

    /// Reports until the process has nothing more to do, or the task is cancelled.
    package func run() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.reportStatus() }
            if let watchdog { group.addTask { await self.feedWatchdog(every: watchdog) } }
            await group.next()
            group.cancelAll()
        }
        let reading = await read()
        becomeReady(reading)
        manager.notify("STOPPING=1\nSTATUS=\(reading.text)")
    }

    /// Reports that a reload has begun; ``reloaded()`` ends it.
    package func reloading() {
        guard state.withLock({ $0.isReady }) else { return }
        manager.notify("RELOADING=1\nMONOTONIC_USEC=\(SystemClock.now.nanoseconds / 1000)")
    }

    /// Reports that a reload has ended, with or without changes.
    package func reloaded() {
        guard state.withLock({ $0.isReady }) else { return }
        manager.notify("READY=1")
    }

    /// Reports that the process was asked to stop.
    package func stopping() {
        KeptSockets.ofProcess?.keepAll()
        manager.notify("STOPPING=1\nSTATUS=stopping: finishing the output")
    }

    private func reportStatus() async {
        while !Task.isCancelled {
            let reading = await read()
            becomeReady(reading)
            if reading.hasEnded { return }
            report(reading)
            let isReady = state.withLock { $0.isReady }
            try? await Task.sleep(for: isReady ? Self.interval : .milliseconds(200))
        }
    }

    private func becomeReady(_ reading: ServiceReading) {
        guard reading.isReady else { return }
        let isFirst = state.withLock { state in
            defer { state.isReady = true }
            return !state.isReady
        }
        guard isFirst else { return }
        KeptSockets.ofProcess?.removeUnused()
        manager.notify("READY=1\nSTATUS=\(reading.text)")
    }

    private func report(_ reading: ServiceReading) {
        let now = SystemClock.now
        let (isDue, isReady, stalled) = state.withLock { state in
            let isDue = now - state.lastStatus >= Self.interval - .seconds(1)
            if isDue { state.lastStatus = now }
            return (isDue, state.isReady, state.stalled)
        }
        guard isDue else { return }
        // A process that starts slowly, or finishes much output, needs more time than the unit's timeouts.
        let needsTime = stalled.isEmpty && (!isReady || reading.isEnding)
        let more = needsTime ? "\nEXTEND_TIMEOUT_USEC=\(Self.extensionTime)" : ""
        let note = stalled.isEmpty ? "" : "; no progress in \(stalled.joined(separator: ", "))"
        manager.notify("STATUS=\(reading.text)\(note)\(more)")
    }

    private func feedWatchdog(every interval: Duration) async {
        manager.notify("WATCHDOG=1")
        while (try? await Task.sleep(for: interval)) != nil {
            let stalled = await readStalls()
            state.withLock { $0.stalled = stalled }
            if stalled.isEmpty { manager.notify("WATCHDOG=1") }
        }
    }
}
