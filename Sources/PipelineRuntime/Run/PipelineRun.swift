import Media
package import StageKit
import Synchronization
import SystemFiles
import SystemTime

/// One run of a plan.
///
/// An instance runs once. When a stage fails, the sources are cancelled; messages that are already queued still reach
/// the sinks.
package final class PipelineRun: Sendable {
    private struct State {
        var hasStarted = false
        var handles: [Int: Task<Void, Never>] = [:]
        var end: RunStatus.Phase?
        var stuck: [Int] = []
        var wallStart = MonotonicTime.zero
        var startDate: WallTime?
        var wallEnd: MonotonicTime?
        var processorStart = Duration.zero
        var processorEnd: Duration?
        var configuration: RunConfiguration
        var isReloading = false
        var reloads = 0
    }

    let options: RunOptions
    let monitor: RunMonitor
    let stageTable = StageTable()
    let origin = MediaOrigin()
    private let trackIDs = TrackIDGenerator()
    private let state: Mutex<State>

    /// Builds the run without starting it. Throws when the payload types of connected stages differ.
    package init(plan: PipelinePlan, options: RunOptions = RunOptions()) throws(Diagnostic) {
        self.options = options
        monitor = RunMonitor(
            stageTable: stageTable, redactor: plan.redactor, endMode: options.endMode, onEvent: options.onEvent)
        let numbers = plan.stages.map { [stageTable] in stageTable.add($0) }
        let builder = try RunBuilder(plan: plan, options: options, monitor: monitor, origin: origin, numbers: numbers)
        state = Mutex(
            State(
                configuration: RunConfiguration(
                    plan: plan, numbers: numbers, tasks: builder.tasks, links: builder.links,
                    runtimes: builder.runtimes,
                    watchdogs: builder.watchdogs)))
        state.withLock { $0.configuration.assignTrackIDs(of: trackIDs) }
    }

    /// The current plan and its runtime objects.
    var configuration: RunConfiguration { state.withLock { $0.configuration } }
    /// The current plan.
    package var plan: PipelinePlan { configuration.plan }
    private var tasks: [StageTask] { configuration.tasks }
    private var links: [any AnyLink] { configuration.links }

    /// Runs until all stages have ended, or until the grace period of a failed or aborted run has passed.
    ///
    /// Cancelling the calling task aborts the run.
    package func run() async -> RunStatus {
        begin()
        monitor.setOnFailure { [weak self] in self?.endSources() }
        let tasks = tasks
        // Sinks start first, so that payloads of the sources have a consumer.
        for task in tasks {
            monitor.began(task.stage)
            if task.startsBeforeSources { monitor.markPreparing(task.stage) }
        }
        for task in tasks.reversed() where task.role != .source { start(task) }
        // Some sinks send upstream requests that have to precede the first payload.
        do {
            try await monitor.state.wait { $0.preparing.isEmpty || $0.isTerminated }
        } catch {
            abort()
        }
        for task in tasks.reversed() where task.role == .source { start(task) }
        monitor.emit(.started)
        let watching = Task { [weak self, options] in
            while (try? await Task.sleep(for: options.blockedTimeout / 5)) != nil {
                self?.reportBlockedStages()
                // Stalls leave memory of frames that waited.
                ProcessMemory.trimIfUseful(at: SystemClock.now)
            }
        }
        await waitForEnd()
        watching.cancel()
        monitor.setOnFailure(nil)
        end()
        let status = status
        monitor.emit(.ended(status))
        return status
    }

    /// Stops the sources and lets all stages finish their remaining messages. The sinks' stop signals are raised as
    /// well, so that no sink keeps waiting for anything other than its input.
    ///
    /// `mode` is the effect on live playlists; nil for the one in the options of the run. A later stop may change it
    /// until the stages finish.
    package func stop(_ mode: StopMode? = nil) {
        monitor.state.withLock { state in
            state.isStopped = true
            state.stopMode = mode ?? state.stopMode ?? options.stopMode
        }
        for task in tasks where task.role == .source || task.role == .sink { task.stop.raise() }
    }

    /// Aborts the run: all waits end and no stage finishes.
    package func abort() {
        guard monitor.abort() else { return }
        for link in links { link.abort() }
        for task in tasks {
            task.outlet?.closeOffers(discarding: true)
            task.stop.raise()
        }
        for handle in state.withLock({ Array($0.handles.values) }) { handle.cancel() }
    }

    /// The current status, with secrets masked.
    package var status: RunStatus {
        let now = (wall: SystemClock.now, processor: SystemClock.processorTime)
        let (reading, figures) = (SystemClock().reading, monitor.figureReadings)
        let shared = monitor.state.withLock { $0 }
        let status = state.withLock { state in
            RunStatusBuilder(
                plan: state.configuration.plan, numbers: state.configuration.numbers, stageTable: stageTable,
                reloads: state.reloads, limits: options.limits, tasks: state.configuration.tasks,
                links: state.configuration.links, state: shared, stuck: state.stuck,
                phase: state.end ?? (!state.hasStarted ? .ready : shared.isStopped ? .stopping : .running),
                wall: state.hasStarted ? (state.wallEnd ?? now.wall) - state.wallStart : .zero,
                processor: state.hasStarted ? (state.processorEnd ?? now.processor) - state.processorStart : .zero,
                figures: figures, now: reading, startDate: state.startDate
            ).makeStatus()
        }
        return status.redacted(by: monitor.redactor)
    }

    // MARK: Starting

    private func begin() {
        state.withLock { state in
            precondition(!state.hasStarted, "a run can only be started once")
            state.hasStarted = true
            let now = SystemClock().reading
            (state.wallStart, state.startDate) = (now.monotonic, now.wall)
            state.processorStart = SystemClock.processorTime
        }
    }

    func start(_ task: StageTask) {
        let context = StageContext(
            stageName: stageTable.name(task.stage), stop: task.stop, services: options.services,
            trackIDs: task.trackIDs ?? trackIDs, reporter: { [monitor] in monitor.report($0, from: task.stage) },
            clock: options.clock
        ).withReplacementSignal(task.replacementSignal).withFigures(monitor.figures(of: task.stage))
            .withTolerance(tolerance(of: task))
        let handle = Task(executorPreference: options.executor) { [monitor, weak self] in
            await task.run(context, monitor)
            self?.ended(task)
        }
        state.withLock { state in
            // The task may have ended before its handle was stored.
            if monitor.state.withLock({ $0.running.contains(task.stage) }) { state.handles[task.stage] = handle }
        }
        // The task may have failed before its handle was stored.
        if monitor.isAborted || monitor.isTerminated && task.role == .source { handle.cancel() }
    }

    // MARK: Monitoring

    /// Reports stages that have been processing a message for too long; the run continues.
    private func reportBlockedStages() {
        let now = SystemClock.now
        for watch in configuration.watchdogs where watch.isBlocked(at: now, for: options.blockedTimeout) {
            monitor.report(
                Problem(
                    .warning, code: "stage-blocked",
                    message: "has not returned for \(options.blockedTimeout); the stage may be stuck"),
                from: watch.stage)
        }
    }

    // MARK: Ending

    private func ended(_ task: StageTask) {
        state.withLock { $0.handles[task.stage] = nil }
        monitor.ended(task.stage)
        if task.role == .sink { endSourcesIfNoSinkRuns() }
    }

    private func endSourcesIfNoSinkRuns() {
        // A reload in progress may still add sinks.
        if state.withLock({ $0.isReloading }) { return }
        let running = monitor.state.withLock { $0.running }
        // Without a sink, the sources' payloads have no consumer.
        if !tasks.contains(where: { $0.role == .sink && running.contains($0.stage) }) { endOffers() }
    }

    private func endOffers() {
        for task in tasks where task.role == .source {
            task.stop.raise()
            task.outlet?.closeOffers(discarding: true)
        }
    }

    /// After a failure: cancels the sources. The other tasks end when their inlets do.
    private func endSources() {
        endOffers()
        let handles = state.withLock { $0.handles }
        for task in tasks where task.role == .source { handles[task.stage]?.cancel() }
    }

    private func waitForEnd() async {
        do {
            try await monitor.state.wait { $0.running.isEmpty || $0.isTerminated }
        } catch {
            abort()
        }
        if !monitor.isAborted {
            if await waitForEndInGracePeriod() { return }
            abort()
        }
        if await waitForEndInGracePeriod() { return }
        let running = monitor.state.withLock { $0.running.sorted() }
        state.withLock { $0.stuck = running }
    }

    /// Waits until all tasks have ended or the grace period has passed. Returns whether all have ended.
    private func waitForEndInGracePeriod() async -> Bool {
        // In a separate task, since the grace period also applies when the calling task was cancelled.
        await Task { [monitor, options] in
            await withTaskGroup(of: Void.self) { group in
                group.addTask { try? await monitor.state.wait { $0.running.isEmpty } }
                group.addTask { try? await options.sleep(options.grace) }
                await group.next()
                group.cancelAll()
            }
            return monitor.state.withLock { $0.running.isEmpty }
        }.value
    }

    private func end() {
        let shared = monitor.state.withLock { $0 }
        state.withLock { state in
            state.wallEnd = SystemClock.now
            state.processorEnd = SystemClock.processorTime
            state.handles = [:]
            state.end = phase(atEndOf: shared)
        }
    }

    private func phase(atEndOf state: RunMonitor.State) -> RunStatus.Phase {
        if state.failure != nil { return .failed }
        if state.isAborted { return .aborted }
        return state.isStopped ? .stopped : .finished
    }

    // MARK: Reloading

    /// Marks a reload as started. Returns false when one is in progress, or when the run has not begun or is ending.
    func beginReload() -> Bool {
        let isRunning = monitor.state.withLock { !$0.isStopped && !$0.isTerminated && !$0.running.isEmpty }
        return state.withLock { state in
            guard isRunning, state.hasStarted, !state.isReloading, state.wallEnd == nil else { return false }
            state.isReloading = true
            return true
        }
    }

    func endReload(counts: Bool) {
        state.withLock { state in
            state.isReloading = false
            if counts { state.reloads += 1 }
        }
        if counts { endSourcesIfNoSinkRuns() }
    }

    /// Replaces the current plan and its runtime objects.
    func apply(_ shape: RunConfiguration) {
        monitor.add(shape.plan.redactor)
        state.withLock { state in
            state.configuration = shape
            state.configuration.assignTrackIDs(of: trackIDs)
        }
    }

    /// Cancels the tasks of stages that do not end.
    func cancel(_ stages: Set<Int>) {
        for handle in state.withLock({ state in stages.compactMap { state.handles[$0] } }) { handle.cancel() }
    }
}
