import PipelineRuntime
import Synchronization

/// The hooks of a pipeline that a program runs. A service and the tool have hooks that last longer than a run.
final class ProgramHooks: Sendable {
    private struct State {
        var isActive = false
        var dispatcher: HookDispatcher?
        var following: Task<Void, Never>?
    }
    private let state = Mutex(State())

    /// Sends the events of the pipeline, which has not started, to the hooks of its plan.
    func start(_ pipeline: Pipeline) {
        state.withLock { $0.isActive = true }
        update(pipeline.plan, of: pipeline)
    }

    /// Sends the events from now on to the hooks of a plan. Does nothing before ``start(_:)``.
    func update(_ plan: PipelinePlan, of pipeline: Pipeline) {
        let dispatcher: HookDispatcher? = state.withLock { state in
            guard state.isActive else { return nil }
            if state.dispatcher == nil, !plan.hooks.isEmpty {
                let dispatcher = HookDispatcher { [hub = pipeline.hub] in hub.emit(.problem($0)) }
                state.dispatcher = dispatcher
                state.following = dispatcher.follow(pipeline)
            }
            return state.dispatcher
        }
        dispatcher?.update(plan.hooks, redactor: plan.redactor)
    }

    /// Delivers the remaining events of a run that has ended. A run that could not start has none.
    func finish(hasStarted: Bool) async {
        let (dispatcher, following) = state.withLock { ($0.dispatcher, $0.following) }
        if !hasStarted { following?.cancel() }
        await following?.value
        await dispatcher?.finish()
    }
}
