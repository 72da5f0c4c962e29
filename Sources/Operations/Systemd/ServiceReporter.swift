import Glibc
import Media
import PipelineRuntime
package import Sluice
import StageKit
import Synchronization
import SystemFiles
import SystemTime

/// Reports the state of a run to the service manager: readiness, status, reloads, the stop, and the watchdog.
///
/// `READY=1` is sent when players can play: every rendition that has started has a segment. `WATCHDOG=1` is sent only
/// while all stages process their queues.
package final class ServiceReporter: Sendable {
    private struct State {
        var isReady = false
        var monitor = DataPathMonitor()
        var stalled: [String] = []
    }

    /// The interval of status texts and of requests for more time.
    private static let interval = Duration.seconds(5)
    /// The time that each request adds while a run starts or drains, in microseconds.
    private static let extensionTime = 15_000_000

    private let manager: NotificationSocket
    private let pipeline: Pipeline
    private let watchdog: Duration?
    private let state = Mutex(State())

    /// Creates a reporter; nil if the process has no service manager.
    package convenience init?(_ pipeline: Pipeline, environment: [String: String]) {
        guard let path = environment["NOTIFY_SOCKET"], let manager = NotificationSocket(path: path) else { return nil }
        self.init(
            pipeline, manager,
            watchdog: WatchdogInterval.interval(processID: getpid(), environment: environment))
    }

    init(_ pipeline: Pipeline, _ manager: NotificationSocket, watchdog: Duration?) {
        self.pipeline = pipeline
        self.manager = manager
        self.watchdog = watchdog
    }

    /// Reports until the run ends or the task is cancelled.
    package func run() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.followEvents() }
            group.addTask { await self.reportStatus() }
            if let watchdog { group.addTask { await self.feedWatchdog(every: watchdog) } }
            await group.next()
            group.cancelAll()
        }
    }

    /// Reports that a reload has begun; ``reloaded()`` ends it.
    package func reloading() {
        guard state.withLock({ $0.isReady }) else { return }
        manager.notify("RELOADING=1\nMONOTONIC_USEC=\(Self.monotonicMicroseconds)")
    }

    /// Reports that a reload has ended, with or without changes.
    package func reloaded() {
        guard state.withLock({ $0.isReady }) else { return }
        manager.notify("READY=1")
    }

    /// Reports that the run was asked to stop.
    package func stopping() { manager.notify("STOPPING=1\nSTATUS=stopping: finishing the output") }

    private func followEvents() async {
        for await event in pipeline.events {
            switch event {
            case .started where !publishesSegments, .segmentPublished: becomeReadyIfPlayable()
            case .ended(let status):
                manager.notify("STOPPING=1\nSTATUS=\(status.phase.rawValue)")
                return
            default: break
            }
        }
    }

    /// Whether a sink of the pipeline publishes segments.
    private var publishesSegments: Bool {
        pipeline.currentPlan.stages.contains {
            $0.description.role == .sink && $0.description.inputName == Resource.payloadName
        }
    }

    private func becomeReadyIfPlayable() {
        let status = pipeline.status
        guard status.renditions.allSatisfy({ $0.segments > 0 }) else { return }
        let isFirst = state.withLock { state in
            defer { state.isReady = true }
            return !state.isReady
        }
        if isFirst { manager.notify("READY=1\nSTATUS=\(Self.text(status))") }
    }

    private func reportStatus() async {
        while (try? await Task.sleep(for: Self.interval)) != nil {
            let status = pipeline.status
            let (isReady, stalled) = state.withLock { ($0.isReady, $0.stalled) }
            // A run that starts slowly, or finishes much output, needs more time than the unit's timeouts.
            let needsTime = stalled.isEmpty && (!isReady || status.phase == .stopping)
            let more = needsTime ? "\nEXTEND_TIMEOUT_USEC=\(Self.extensionTime)" : ""
            let note = stalled.isEmpty ? "" : "; no progress in \(stalled.joined(separator: ", "))"
            manager.notify("STATUS=\(Self.text(status))\(note)\(more)")
        }
    }

    private func feedWatchdog(every interval: Duration) async {
        manager.notify("WATCHDOG=1")
        while (try? await Task.sleep(for: interval)) != nil {
            let status = pipeline.status
            let isMoving = state.withLock { state in
                state.stalled = state.monitor.stalledStages(status)
                return state.stalled.isEmpty
            }
            if isMoving { manager.notify("WATCHDOG=1") }
        }
    }

    private static func text(_ status: RunStatus) -> String {
        let segments = status.renditions.reduce(0) { $0 + $1.segments }
        let lost = status.sources.filter(\.isLost).map(\.stage)
        let sources = lost.isEmpty ? "" : ", lost: \(lost.joined(separator: ", "))"
        let name = status.pipeline.filter { !$0.isNewline }
        return "\(name): \(status.phase.rawValue) for \(Int(status.wallSeconds)) s, "
            + "\(status.renditions.count) renditions, \(segments) segments\(sources)"
    }

    private static var monotonicMicroseconds: Int64 { SystemClock.now.nanoseconds / 1000 }
}
