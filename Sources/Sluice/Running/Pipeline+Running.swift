import HTTPStages
public import Media
package import PipelineRuntime
package import StageKit
import Synchronization

extension Pipeline {
    /// Runs until the sources end, or until the pipeline is stopped or cancelled; returns the final status.
    ///
    /// Cancelling the calling task stops the pipeline gracefully, like ``stop()``. `duration` limits the duration of the
    /// media. Events go to the hooks of the description, and remaining ones are delivered before this function returns.
    /// Pipelines of a process that listen on the same address and port share one server. Throws ``PipelineError``.
    @discardableResult
    public func run(duration: MediaTime? = nil) async throws(PipelineError) -> RunStatus {
        guard case .ready = phase.withLock({ $0 }) else { throw .alreadyStarted }
        let options = RunOptions()
        _ = options.services.value { OriginServers(clock: options.clock, sharing: .ofProgram) }
        programHooks.start(self)
        do throws(PipelineError) {
            var status = try await run(duration: duration, options: options, onEvent: nil)
            await finishHooks(hasStarted: true)
            status.hooks = self.status.hooks
            return status
        } catch {
            switch error {
            case .invalid, .notReloadable, .alreadyStarted: await finishHooks(hasStarted: false)
            case .failed, .cancelled: await finishHooks(hasStarted: true)
            }
            throw error
        }
    }

    /// Delivers the remaining events in a separate task, which the cancellation of the run does not shorten.
    private func finishHooks(hasStarted: Bool) async {
        await Task { await programHooks.finish(hasStarted: hasStarted) }.value
    }

    /// Runs the pipeline and passes all events to `onEvent`, on the threads that cause them.
    @discardableResult
    package func run(
        duration: MediaTime?, options: RunOptions = RunOptions(), onEvent: (@Sendable (PipelineEvent) -> Void)?
    ) async throws(PipelineError) -> RunStatus {
        let run = try start(duration, options, onEvent)
        let status = await withTaskCancellationHandler {
            // A separate task, since a cancelled task could not drain the stages.
            await Task { await run.run() }.value
        } onCancel: {
            run.stop()
        }
        connections.close()
        hub.finish()
        if status.phase == .aborted { throw .cancelled(status) }
        guard status.succeeded else { throw .failed(status) }
        return status
    }

    /// Stops the sources and lets all stages finish their output; ``run(duration:)`` then returns.
    ///
    /// Before the pipeline runs, makes it end at once when it starts.
    public func stop() { stop(nil) }

    /// Stops like ``stop()``, with this effect on live playlists; nil for the one in the options of the run.
    package func stop(_ mode: StopMode?) {
        let run = phase.withLock { phase -> PipelineRun? in
            switch phase {
            case .ready: phase = .ready(isStopped: true, mode: mode)
            case .started(let run): return run
            case .rejected: break
            }
            return nil
        }
        run?.stop(mode)
    }

    /// Ends the run without finishing its output; ``run(duration:)`` then throws ``PipelineError/cancelled(_:)``.
    ///
    /// Does nothing before the pipeline runs.
    public func cancel() {
        guard case .started(let run) = phase.withLock({ $0 }) else { return }
        run.abort()
        connections.close()
    }

    /// Applies the description of another pipeline to the run; unchanged stages keep running.
    ///
    /// `pipeline` must not run itself. Returns the changes. Throws ``PipelineError/notReloadable(_:)`` when the pipeline
    /// does not run, or when the change would damage its output; the run then continues unchanged.
    @discardableResult
    public func reload(_ pipeline: Pipeline) async throws(PipelineError) -> PlanDifference {
        guard case .started(let run) = phase.withLock({ $0 }) else {
            throw .notReloadable(
                PipelineDiagnostics([Diagnostic(code: "not-reloadable", message: "the pipeline does not run")]))
        }
        do throws(ReloadRejection) {
            let difference = try await run.reload(pipeline.plan)
            programHooks.update(pipeline.plan, of: self)
            return difference
        } catch {
            throw .notReloadable(PipelineDiagnostics(error.diagnostics))
        }
    }

    /// Requests a keyframe from all encoders; the next frame becomes a sync sample. Returns the names of the stages
    /// that encode on request; empty before the pipeline runs.
    package func requestKeyframes() -> [String] {
        guard case .started(let run) = phase.withLock({ $0 }) else { return [] }
        return run.requestKeyframes()
    }

    /// The current status: the value that the report at the end of a run contains.
    public var status: RunStatus {
        var status = runStatus
        if let figures = hookFigures.handler { status.hooks = figures() }
        return status
    }

    private var runStatus: RunStatus {
        if case .started(let run) = phase.withLock({ $0 }) { run.status } else { RunStatus(ready: plan) }
    }

    /// Sets the function that returns the results of the hooks for the status.
    package func readHooks(_ figures: @escaping @Sendable () -> [RunStatus.HookStatus]) {
        hookFigures.set(figures)
    }

    /// The events from now on, up to the end of the run.
    ///
    /// Each access returns a separate sequence with a buffer of 1024 events, which never delays the media: the oldest
    /// events are discarded, and `PipelineEvent.missed` contains their number.
    public var events: PipelineEvents { PipelineEvents(hub.observe()) }

    private func start(
        _ duration: MediaTime?, _ options: RunOptions, _ onEvent: (@Sendable (PipelineEvent) -> Void)?
    ) throws(PipelineError) -> PipelineRun {
        let unconnected = connections.unconnected(in: plan)
        guard unconnected.isEmpty else { throw .invalid(PipelineDiagnostics(unconnected)) }
        var options = options
        options.duration = duration
        _ = options.services.value(ProgramConnections.self) { connections }
        options.onEvent = { [hub] event in
            hub.emit(event)
            onEvent?(event)
        }
        return try phase.withLock { phase throws(PipelineError) in
            guard case .ready(let isStopped, let mode) = phase else { throw .alreadyStarted }
            do throws(Diagnostic) {
                let run = try PipelineRun(plan: plan, options: options)
                if isStopped { run.stop(mode) }
                phase = .started(run)
                return run
            } catch {
                phase = .rejected
                hub.finish()
                throw .invalid(PipelineDiagnostics([error]))
            }
        }
    }
}
