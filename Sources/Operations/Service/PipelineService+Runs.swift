import HTTPStages
import Media
package import PipelineFile
import PipelineRuntime
import Sluice
package import StageKit
import Synchronization

// Runs of pipelines.
extension PipelineService {
    /// Starts a pipeline that does not run. Returns false if there is no pipeline of this name.
    @discardableResult
    package func start(_ name: String) async -> Bool {
        guard pipelines[name] != nil else { return false }
        await handle(.start, of: name, reason: "requested")
        return true
    }

    /// Stops a pipeline until an operator starts it. Returns false if there is no pipeline of this name.
    ///
    /// `mode` is the effect on its live playlists; nil leaves them open, unless the pipeline file ends them.
    @discardableResult
    package func stop(_ name: String, _ mode: StopMode? = nil) async -> Bool {
        guard pipelines[name] != nil else { return false }
        pipelines[name]?.stopMode = mode
        // A run that is already stopping may not have written its last playlists.
        if let mode, case .stopping = pipelines[name]?.supervisor.state { pipelines[name]?.run?.pipeline.stop(mode) }
        await handle(.stop, of: name, reason: "requested")
        pipelines[name]?.stopMode = nil
        return true
    }

    /// Stops a run and starts it again; starts a pipeline that does not run. Returns false if there is no pipeline of this
    /// name.
    @discardableResult
    package func restart(_ name: String) async -> Bool {
        guard pipelines[name] != nil else { return false }
        await handle(.restart, of: name, reason: "restart requested")
        return true
    }

    /// Passes an event to the supervisor of a pipeline and executes the resulting action.
    func handle(_ event: SupervisorEvent, of name: String, reason: String = "") async {
        guard let before = pipelines[name]?.supervisor.state else { return }
        let action = pipelines[name]?.supervisor.handle(event, at: clock.now, jitter: .random(in: 0..<1))
        let state = pipelines[name]?.supervisor.state ?? before
        if state != before, !isOnlyLater(before, state) {
            pipelines[name]?.reason = reason
            onEvent(.state(name, state, reason: reason, restarts: pipelines[name]?.supervisor.restarts ?? 0))
            if case .restarting(let time) = state { reportRestart(of: name, because: reason, after: time - clock.now) }
        }
        switch action {
        case .start: await run(name)
        case .reload: await reload(name)
        case .stop: pipelines[name]?.run?.pipeline.stop(pipelines[name]?.stopMode)
        case .abort: pipelines[name]?.run?.pipeline.cancel()
        case .remove:
            await reserve([], of: name)
            if let hooks = pipelines.removeValue(forKey: name)?.hooks {
                removedHooks = removedHooks.filter { $0.figures.contains { $0.waiting > 0 } } + [hooks]
                Task { await hooks.finish() }
            }
            // Others may wait for its places.
            scanLater()
        case nil: await settle(name, state)
        }
        publishTargets()
    }

    /// Whether only the time in the state has changed.
    private func isOnlyLater(_ before: SupervisorState, _ now: SupervisorState) -> Bool {
        if case .stopping(let old, _) = before, case .stopping(let new, _) = now { return old == new }
        return false
    }

    /// Adapts the listeners to a state without a run.
    private func settle(_ name: String, _ state: SupervisorState) async {
        // Presentations are served until all runs have ended.
        guard let served = pipelines[name], !isEnding else { return }
        switch state {
        case .waiting:
            for endpoint in served.endpoints { servers.clear(endpoint) }
            publishTargets()
            await listen(name)
        case .stopped, .failed, .invalid: await reserve([], of: name)
        case .running, .stopping, .restarting, .finished, .removed: break
        }
    }

    /// Listens for the presentations of a pipeline that waits for viewers; reports why it cannot.
    func listen(_ name: String) async {
        guard let served = pipelines[name] else { return }
        guard let problem = await reserve(served.endpoints, of: name), problem != served.reason else { return }
        pipelines[name]?.reason = problem
        publishTargets()
        onEvent(.problem(name, .error, problem))
    }

    /// Listens for exactly these presentations. Returns the error that prevents it.
    @discardableResult
    func reserve(_ endpoints: [OriginEndpoint], of name: String) async -> String? {
        guard let served = pipelines[name] else { return nil }
        let limit = served.definition.settings.wait.duration
        let wanted = Set(endpoints.map { ServedPipeline.Reservation(endpoint: $0, limit: limit) })
        let removed = served.reservations.subtracting(wanted)
        pipelines[name]?.reservations.subtract(removed)
        for reservation in removed { await servers.unreserve(reservation.endpoint) }
        for reservation in wanted where pipelines[name]?.reservations.contains(reservation) == false {
            do throws(StageError) {
                try servers.reserve(reservation.endpoint, limit: limit) { [weak self] in
                    guard let self, awaited.withLock({ $0.contains(name) }) else { return }
                    Task { await self.requested(name) }
                }
                pipelines[name]?.reservations.insert(reservation)
            } catch {
                return error.message
            }
        }
        return nil
    }

    private func requested(_ name: String) async {
        guard pipelines[name]?.supervisor.state == .waiting else { return }
        await handle(.requested, of: name, reason: "a viewer asked")
    }

    private func run(_ name: String) async {
        guard let served = pipelines[name] else { return }
        let result = load(served.definition, placement(of: name))
        let pipeline: Pipeline
        do throws(PipelineError) {
            pipeline = try Pipeline(result)
        } catch {
            return await ended(name, id: nil, failure: "the file is invalid")
        }
        if let problem = await reserve(ServedPipeline.endpoints(pipeline.plan), of: name) {
            return await ended(name, id: nil, failure: problem)
        }
        lastRun += 1
        let id = lastRun
        // A journal on disk restores the files that the playlists list, in memory as well.
        let hasJournal = pipeline.plan.stages.contains { $0.description.kind == "file.folder" }
        let continuation = PresentationContinuation(resumesFromServer: !hasJournal)
        let progress = RunProgress()
        let executor = PipelineExecutor(name: name)
        var options = RunOptions()
        options.executor = executor
        // A later run continues the playlists, unless the pipeline has nothing more to do.
        options.stopMode = .leaveOpen
        options.endMode = served.definition.settings.restart == .always ? .leaveOpen : .finish
        _ = options.services.value(OriginServers.self) { servers }
        _ = options.services.value(PresentationContinuation.self) { continuation }
        pipelines[name]?.run = ServedPipeline.Run(
            id: id, pipeline: pipeline, continuation: continuation, progress: progress, started: clock.now,
            hookPlan: pipeline.plan, lastLook: clock.now)
        let observe: @Sendable (PipelineEvent) -> Void = { [clock, onEvent] event in
            progress.record(event, at: clock.now)
            onEvent(.pipeline(name, event))
        }
        update(served.hooks, with: pipeline.plan)
        let hooking = served.hooks.follow(pipeline)
        Task.detached { [weak self, options] in
            var failure: String?
            do throws(PipelineError) {
                try await pipeline.run(duration: nil, options: options, onEvent: observe)
            } catch {
                failure = error.description
            }
            executor.close()
            await hooking.value
            await self?.ended(name, id: id, failure: failure)
        }
    }

    private func ended(_ name: String, id: Int?, failure: String?) async {
        guard pipelines[name] != nil, pipelines[name]?.run?.id == id else { return }
        if let run = pipelines[name]?.run { pipelines[name]?.shown = run.pipeline }
        pipelines[name]?.run = nil
        if id == nil, let failure { pipelines[name]?.hooks.reportFailedStart(of: name, because: failure) }
        var failure = failure.map { $0.last == "\n" ? String($0.dropLast()) : $0 }
        // An aborted run does not know why it hung.
        if failure != nil, case .stopping(.fail, _)? = pipelines[name]?.supervisor.state {
            failure = pipelines[name]?.reason
        }
        if let failure { pipelines[name]?.lastFailure = failure }
        await handle(.ended(hasSucceeded: failure == nil), of: name, reason: failure ?? "")
    }

    private func reload(_ name: String) async {
        guard let served = pipelines[name], let run = served.run, let result = served.loaded else { return }
        guard Set(served.endpoints) == Set(served.reservations.map(\.endpoint)) else {
            return await replace(name, because: "its address, its path or the options of its listener have changed")
        }
        // The wait limit may have changed.
        await reserve(served.endpoints, of: name)
        var rejection: String?
        do throws(PipelineError) {
            _ = try await apply(try Pipeline(result), to: run, of: name)
        } catch {
            switch error {
            case .notReloadable(let diagnostics):
                rejection = diagnostics.all.map(\.message).joined(separator: "; ")
            case .invalid, .alreadyStarted, .failed, .cancelled: rejection = error.description
            }
        }
        if let rejection, pipelines[name]?.run?.id == run.id { await replace(name, because: rejection) }
    }

    /// Applies a loaded pipeline to a run.
    func apply(
        _ pipeline: Pipeline, to run: ServedPipeline.Run, of name: String
    ) async throws(PipelineError) -> PlanDifference {
        guard pipelines[name]?.run?.id == run.id, pipelines[name]?.isReloading == false else {
            throw .notReloadable(
                PipelineDiagnostics([
                    Diagnostic(code: "not-reloadable", message: "another reload is in progress, or the run has ended")
                ]))
        }
        pipelines[name]?.isReloading = true
        defer { pipelines[name]?.isReloading = false }
        let change = try await run.pipeline.reload(pipeline)
        pipelines[name]?.run?.hookPlan = pipeline.plan
        if let hooks = pipelines[name]?.hooks { update(hooks, with: pipeline.plan) }
        return change
    }

    private func replace(_ name: String, because reason: String) async {
        onEvent(.notReloadable(name, reason: reason))
        await handle(.notReloadable, of: name, reason: "the changes require a restart")
    }

    /// The place of a pipeline: origins without a name serve it below its own.
    func placement(of name: String) -> ServicePlacement { Self.placement(of: name) }

    /// The place of a pipeline in any service.
    package static func placement(of name: String) -> ServicePlacement {
        .named(name)
    }
}
