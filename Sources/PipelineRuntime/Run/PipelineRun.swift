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
    }

    private let plan: PipelinePlan
    private let options: RunOptions
    private let status: RunStatus
    private let tasks: [StageTask]
    private let links: [any AnyLink]
    private let state = Mutex(State())

    /// Puts a plan together; nothing starts yet. Throws where stages do not fit each other.
    package init(plan: PipelinePlan, options: RunOptions = RunOptions()) throws(Diagnostic) {
        self.plan = plan
        self.options = options
        let names = plan.stages.map(\.name)
        let onProblem = options.onProblem.map { tell in
            { @Sendable (stage: Int, problem: Problem) in tell(names[stage], problem) }
        }
        status = RunStatus(onProblem: onProblem)
        let builder = try RunBuilder(plan: plan, options: options, status: status)
        tasks = builder.tasks
        links = builder.links
    }

    /// Runs until all stages have ended, or a failed or aborted run has used up its grace.
    ///
    /// When the calling task is cancelled, the run is aborted.
    package func run() async -> RunReport {
        begin()
        status.setOnFailure { [weak self] in self?.endSources() }
        let contexts = makeContexts()
        // Sinks first, so that there is somebody to take what the sources make.
        for task in tasks { status.began(task.stage) }
        for task in tasks.reversed() { start(task, contexts[task.stage]) }
        await waitForEnd()
        status.setOnFailure(nil)
        end()
        return snapshot()
    }

    /// Asks the sources to come to an end; everything they made goes down and is finished.
    package func stop() {
        status.monitor.withLock { $0.isStopped = true }
        for task in tasks where task.role == .source { task.stop.raise() }
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
                plan: plan, limits: options.limits, tasks: tasks, links: links, state: status, stuck: state.stuck,
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

    private func makeContexts() -> [Int: StageContext] {
        let trackIDs = TrackIDs()
        var contexts: [Int: StageContext] = [:]
        for task in tasks {
            contexts[task.stage] = StageContext(
                stageName: plan.stages[task.stage].name, stop: task.stop, services: options.services,
                trackIDs: trackIDs, reporter: { [status] in status.report($0, from: task.stage) })
        }
        return contexts
    }

    private func start(_ task: StageTask, _ context: StageContext?) {
        guard let context else { return status.ended(task.stage) }
        let handle = Task { [status, weak self] in
            await task.run(context, status)
            self?.ended(task)
        }
        state.withLock { $0.handles[task.stage] = handle }
        // It may have failed before its handle was known.
        if status.isAborted || status.isOver && task.role == .source { handle.cancel() }
    }

    // MARK: Ending

    private func ended(_ task: StageTask) {
        status.ended(task.stage)
        guard task.role == .sink else { return }
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
}
