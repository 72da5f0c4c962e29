package import StageKit
import Synchronization

/// One run of a plan.
///
/// Made from a plan, run once. A failure cancels the sources; what was made before it still goes down to the sinks.
package final class PipelineRun: Sendable {
    private struct State {
        var hasBegun = false
        var handles: [Int: Task<Void, Never>] = [:]
        var ending: RunReport.Ending = .running
        var stuck: [Int] = []
        var wallStart: UInt64 = 0
        var wallEnd: UInt64?
        var processorStart: UInt64 = 0
        var processorEnd: UInt64?
        var shape: RunShape
        var isReloading = false
        var reloads = 0
    }

    let options: RunOptions
    let status: RunStatus
    let roster = Roster()
    let origin = MediaOrigin()
    private let trackIDs = TrackIDs()
    private let state: Mutex<State>

    /// Puts a plan together; nothing starts yet. Throws where stages do not fit each other.
    package init(plan: PipelinePlan, options: RunOptions = RunOptions()) throws(Diagnostic) {
        self.options = options
        let onProblem = options.onProblem.map { [roster] tell in
            { @Sendable (stage: Int, problem: Problem) in tell(roster.name(stage), problem) }
        }
        status = RunStatus(onProblem: onProblem)
        let numbers = plan.stages.map { [roster] in roster.add($0) }
        let builder = try RunBuilder(plan: plan, options: options, status: status, origin: origin, numbers: numbers)
        state = Mutex(
            State(
                shape: RunShape(
                    plan: plan, numbers: numbers, tasks: builder.tasks, links: builder.links, parts: builder.parts,
                    watches: builder.watches)))
        state.withLock { $0.shape.giveTrackIDs(of: trackIDs) }
    }

    /// What runs now.
    var shape: RunShape { state.withLock { $0.shape } }
    /// The plan that runs now.
    package var plan: PipelinePlan { shape.plan }
    private var tasks: [StageTask] { shape.tasks }
    private var links: [any AnyLink] { shape.links }

    /// Runs until all stages have ended, or a failed or aborted run has used up its grace.
    ///
    /// When the calling task is cancelled, the run is aborted.
    package func run() async -> RunReport {
        begin()
        status.setOnFailure { [weak self] in self?.endSources() }
        let tasks = tasks
        // Sinks first, so that there is somebody to take what the sources make.
        for task in tasks {
            status.began(task.stage)
            if task.startsBeforeSources { status.isPreparing(task.stage) }
        }
        for task in tasks.reversed() where task.role != .source { start(task) }
        // Sinks may have something to ask of the stages above before the first payload.
        do {
            try await status.monitor.wait { $0.preparing.isEmpty || $0.isOver }
        } catch {
            abort()
        }
        for task in tasks.reversed() where task.role == .source { start(task) }
        let watching = Task { [weak self, options] in
            while (try? await Task.sleep(for: options.patience / 5)) != nil { self?.lookForBlocked() }
        }
        await waitForEnd()
        watching.cancel()
        status.setOnFailure(nil)
        end()
        return snapshot()
    }

    /// Asks the sources to come to an end; everything they made goes down and is finished. Sinks are told, so that none
    /// waits for anything else after that.
    package func stop() {
        status.monitor.withLock { $0.isStopped = true }
        for task in tasks where task.role == .source || task.role == .sink { task.stop.raise() }
    }

    /// Gives the run up at once: nobody waits any more and nothing is finished.
    package func abort() {
        guard status.abort() else { return }
        for link in links { link.abort() }
        for task in tasks {
            task.outlet?.closeOffers(forgetting: true)
            task.stop.raise()
        }
        for handle in state.withLock({ Array($0.handles.values) }) { handle.cancel() }
    }

    /// What has been done so far.
    package func snapshot() -> RunReport {
        let now = (wall: Clock.now, processor: Clock.processorTime)
        let status = status.monitor.withLock { $0 }
        return state.withLock { state in
            ReportWriter(
                plan: state.shape.plan, numbers: state.shape.numbers, roster: roster, reloads: state.reloads,
                limits: options.limits, tasks: state.shape.tasks, links: state.shape.links, state: status,
                stuck: state.stuck,
                ending: state.ending, wall: state.hasBegun ? (state.wallEnd ?? now.wall) &- state.wallStart : 0,
                processor: state.hasBegun ? (state.processorEnd ?? now.processor) &- state.processorStart : 0
            ).write()
        }
    }

    // MARK: Beginning

    private func begin() {
        state.withLock { state in
            precondition(!state.hasBegun, "a run runs once")
            state.hasBegun = true
            state.wallStart = Clock.now
            state.processorStart = Clock.processorTime
        }
    }

    func start(_ task: StageTask) {
        let context = StageContext(
            stageName: roster.name(task.stage), stop: task.stop, services: options.services,
            trackIDs: task.trackIDs ?? trackIDs, reporter: { [status] in status.report($0, from: task.stage) },
            meter: { [status] in status.measure($0, $1, of: task.stage) }, clock: options.clock
        ).succeeded(by: task.succession)
        let handle = Task { [status, weak self] in
            await task.run(context, status)
            self?.ended(task)
        }
        state.withLock { state in
            // It may have ended before its handle was known.
            if status.monitor.withLock({ $0.running.contains(task.stage) }) { state.handles[task.stage] = handle }
        }
        // It may have failed before its handle was known.
        if status.isAborted || status.isOver && task.role == .source { handle.cancel() }
    }

    // MARK: Watching

    /// Names the stages that have held something for too long; the run goes on.
    private func lookForBlocked() {
        let (seconds, rest) = options.patience.components
        let limit = UInt64(seconds) * 1_000_000_000 + UInt64(rest / 1_000_000_000)
        let now = Clock.now
        for watch in shape.watches where watch.isBlocked(at: now, for: limit) {
            status.report(
                Problem(
                    .warning, code: "stage-blocked",
                    message: "has held what it was given for \(options.patience) and gives nothing on"),
                from: watch.stage)
        }
    }

    // MARK: Ending

    private func ended(_ task: StageTask) {
        state.withLock { $0.handles[task.stage] = nil }
        status.ended(task.stage)
        if task.role == .sink { endWithoutSinks() }
    }

    private func endWithoutSinks() {
        // While it is being changed, sinks may come.
        if state.withLock({ $0.isReloading }) { return }
        let running = status.monitor.withLock { $0.running }
        // Without a sink nobody takes what the sources make.
        if !tasks.contains(where: { $0.role == .sink && running.contains($0.stage) }) { endOffers() }
    }

    private func endOffers() {
        for task in tasks where task.role == .source {
            task.stop.raise()
            task.outlet?.closeOffers(forgetting: true)
        }
    }

    /// After a failure: the sources are cancelled, and the other tasks end as their inlets do.
    private func endSources() {
        endOffers()
        let handles = state.withLock { $0.handles }
        for task in tasks where task.role == .source { handles[task.stage]?.cancel() }
    }

    private func waitForEnd() async {
        do {
            try await status.monitor.wait { $0.running.isEmpty || $0.isOver }
        } catch {
            abort()
        }
        if !status.isAborted {
            if await endsInGrace() { return }
            abort()
        }
        if await endsInGrace() { return }
        let running = status.monitor.withLock { $0.running.sorted() }
        state.withLock { $0.stuck = running }
    }

    /// Waits until all tasks have ended or the grace has passed; false when it has.
    private func endsInGrace() async -> Bool {
        // A task of its own, since the grace is also for a run whose task was cancelled.
        await Task { [status, options] in
            await withTaskGroup(of: Void.self) { group in
                group.addTask { try? await status.monitor.wait { $0.running.isEmpty } }
                group.addTask { try? await options.sleep(options.grace) }
                await group.next()
                group.cancelAll()
            }
            return status.monitor.withLock { $0.running.isEmpty }
        }.value
    }

    private func end() {
        let status = status.monitor.withLock { $0 }
        state.withLock { state in
            state.wallEnd = Clock.now
            state.processorEnd = Clock.processorTime
            state.handles = [:]
            state.ending = ending(status)
        }
    }

    private func ending(_ status: RunStatus.State) -> RunReport.Ending {
        if status.failure != nil { return .failed }
        if status.isAborted { return .aborted }
        return status.isStopped ? .stopped : .finished
    }

    // MARK: Reloading

    /// Marks the run as being changed; false when it is already, is not running or is about to end.
    func beginReload() -> Bool {
        let isRunning = status.monitor.withLock { !$0.isStopped && !$0.isOver && !$0.running.isEmpty }
        return state.withLock { state in
            guard isRunning, state.hasBegun, !state.isReloading, state.wallEnd == nil else { return false }
            state.isReloading = true
            return true
        }
    }

    func endReload(counts: Bool) {
        state.withLock { state in
            state.isReloading = false
            if counts { state.reloads += 1 }
        }
        if counts { endWithoutSinks() }
    }

    /// Takes up what is to run from now on.
    func take(_ shape: RunShape) {
        state.withLock { state in
            state.shape = shape
            state.shape.giveTrackIDs(of: trackIDs)
        }
    }

    /// Cancels tasks that do not end.
    func cancel(_ stages: Set<Int>) {
        for handle in state.withLock({ state in stages.compactMap { state.handles[$0] } }) { handle.cancel() }
    }
}
