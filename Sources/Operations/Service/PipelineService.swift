import HTTPStages
package import Media
package import PipelineFile
package import PipelineRuntime
import Sluice
import StageKit
import Synchronization

/// A service: runs the pipelines of folders and files in one process, each supervised separately.
///
/// Listeners are shared, and files that are added, changed or removed are applied while the service runs.
package actor PipelineService {
    /// Loads the file of a pipeline at its place in the service.
    package typealias Loading = @Sendable (PipelineDefinition, ServicePlacement) -> PipelineFileResult

    /// The interval at which times are compared with their limits.
    private static let interval = Duration.milliseconds(200)

    let paths: [String]
    let defaults: PipelineSettings
    let load: Loading
    let clock: any MediaClock
    let servers: OriginServers
    let onEvent: @Sendable (ServiceEvent) -> Void
    /// The last events of the log; nil if the service has none.
    let logTail: LogTail?
    /// The current status of the server of movies; nil without one.
    let movies: (@Sendable () -> ServiceStatus.Movies)?
    private let started: MonotonicTime
    var name: String
    /// The admin listener that the service files declare; nil if they declare none.
    package internal(set) var admin: AdminOptions?
    var pipelines: [String: ServedPipeline] = [:]
    var problems: [Diagnostic] = []
    var lastRun = 0
    var isEnding = false
    /// Whether all files were read once.
    var hasStarted = false
    /// Whether the pipelines that start with the service were ready, or have failed.
    var isReady = false
    /// Whether all runs have ended after a stop.
    var hasStopped = false
    /// The time at which limits were last compared.
    var lastTick: MonotonicTime
    var isScanning = false
    var needsScan = false
    /// The time at which files are read again because a folder or a service file could not be read; nil if all could.
    var nextScan: MonotonicTime?
    /// The callers that wait for the end of a scan.
    var scanWaiters: [CheckedContinuation<Void, Never>] = []
    /// The hooks of the service file, which all pipelines have.
    var commonHooks: [PlannedHook] = []
    var commonRedactor = Redactor()
    /// The hooks of removed pipelines that may still deliver events.
    var removedHooks: [HookDispatcher] = []
    var watcher: FolderWatcher?
    var watchedFolders: Set<String> = []
    let snapshot = Mutex<[AdminTarget]>([])
    /// The number of errors in folders and service files.
    let problemCount = Mutex(0)
    /// The pipelines that the next request of a viewer starts.
    let awaited = Mutex<Set<String>>([])
    private(set) var background: [Task<Void, Never>] = []

    /// Creates a service of the pipelines at `paths`: folders, service files and pipeline files.
    ///
    /// `name` applies while no service file that was read declares one.
    /// `onEvent` is called for all events, on the threads that cause them, and must return at once.
    package init(
        _ paths: [String], name: String = "sluice", defaults: PipelineSettings = PipelineSettings(),
        clock: any MediaClock, logTail: LogTail? = nil, movies: (@Sendable () -> ServiceStatus.Movies)? = nil,
        load: @escaping Loading,
        onEvent: @escaping @Sendable (ServiceEvent) -> Void
    ) {
        (self.paths, self.defaults, self.load, self.clock, self.onEvent) = (paths, defaults, load, clock, onEvent)
        (self.name, self.logTail, self.movies) = (name, logTail, movies)
        servers = OriginServers(clock: clock, isStarting: true)
        started = clock.now
        lastTick = clock.now
    }

    /// Loads all files and starts the pipelines with `start: boot`.
    package func start() async {
        startWatching()
        await rescan()
        servers.finishStart()
        hasStarted = true
        background.append(
            Task { [weak self, clock] in
                while !Task.isCancelled {
                    try? await clock.sleep(until: clock.now + Self.interval, tolerance: Self.interval / 4)
                    guard let self else { return }
                    await self.tick()
                }
            })
    }

    func runInBackground(_ task: Task<Void, Never>) { background.append(task) }

    /// The current status, with the pipelines sorted by name.
    package var status: ServiceStatus {
        let now = clock.now
        updateReadiness()
        return ServiceStatus(
            service: name, wallSeconds: (now - started).seconds, isReady: isReady && !isEnding,
            pipelines: pipelines.values.sorted { $0.definition.name < $1.definition.name }.map { status(of: $0, now) },
            problems: problems.map { DiagnosticPrinter.text([$0]) }, movies: movies?())
    }

    private func status(of served: ServedPipeline, _ now: MonotonicTime) -> ServiceStatus.Pipeline {
        let requests = served.reservations.compactMap { servers.lastRequest(for: $0.endpoint) }
        var status = ServiceStatus.Pipeline(
            name: served.definition.name, file: served.definition.path, state: served.supervisor.state.name,
            reason: served.reason, start: served.definition.settings.start, restarts: served.supervisor.restarts,
            failures: served.supervisor.failures,
            lastFailure: served.supervisor.failures == 0 ? nil : served.lastFailure,
            urls: served.reservations.compactMap { reservation in
                servers.port(of: reservation.endpoint).map { reservation.endpoint.url(port: $0) }
            }.sorted(),
            idleSeconds: requests.max().map { (now - $0).seconds }, diagnostics: served.diagnostics,
            run: (served.run?.pipeline ?? served.shown)?.status)
        if case .restarting(let time) = served.supervisor.state {
            status.restartSeconds = max(.zero, time - now).seconds
        }
        return status
    }

    /// Stops all pipelines and lets their runs finish their output; returns when all have ended.
    ///
    /// Runs that do not end within their `stop-timeout` are aborted.
    package func stop() async {
        isEnding = true
        for name in pipelines.keys.sorted() { await handle(.shutdown, of: name, reason: "the service stops") }
        while pipelines.values.contains(where: { $0.supervisor.state.hasRun }) {
            try? await clock.sleep(until: clock.now + .milliseconds(50), tolerance: nil)
        }
        for task in background { task.cancel() }
        background = []
        watcher = nil
        await servers.close()
        await finishHooks()
        hasStopped = true
        for name in pipelines.keys { pipelines[name]?.reservations = [] }
    }

    /// Aborts all runs.
    package func abort() {
        for served in pipelines.values { served.run?.pipeline.cancel() }
    }

    private func tick() async {
        let now = clock.now
        lastTick = now
        if let nextScan, nextScan <= now, !isScanning {
            self.nextScan = nil
            Task { await rescan() }
        }
        for (name, served) in pipelines {
            if let due = served.supervisor.due, due <= now { await handle(.tick, of: name) }
            if served.supervisor.state == .waiting, served.reservations.isEmpty { await listen(name) }
            guard let run = served.run else { continue }
            let hang = hangReason(of: name, at: now)
            guard case .running = served.supervisor.state else { continue }
            let settings = served.definition.settings
            if let hang {
                await handle(.hung, of: name, reason: hang)
            } else if settings.start == .onDemand {
                let last = served.reservations.compactMap { servers.lastRequest(for: $0.endpoint) }.max() ?? run.started
                guard now - max(last, run.started) >= settings.idle.duration else { continue }
                await handle(.idle, of: name, reason: "no viewer for \(settings.idle.optionText)")
            }
        }
    }
}
