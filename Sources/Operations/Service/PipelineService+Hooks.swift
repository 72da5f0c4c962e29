import PipelineRuntime
import StageKit

// The hooks of the pipelines.
extension PipelineService {
    /// Creates the dispatcher of a pipeline, which serves all its runs.
    func makeHooks(of name: String) -> HookDispatcher {
        HookDispatcher(clock: clock) { [onEvent] problem in onEvent(.pipeline(name, .problem(problem))) }
    }

    /// Sets the hooks of a pipeline: its own, and the hooks of the service file with other names.
    func update(_ hooks: HookDispatcher, with plan: PipelinePlan) {
        let names = Set(plan.hooks.map(\.name))
        var redactor = plan.redactor
        redactor.add(commonRedactor)
        hooks.update(plan.hooks + commonHooks.filter { !names.contains($0.name) }, redactor: redactor)
    }

    /// Delivers the remaining events of all pipelines.
    func finishHooks() async {
        await withDiscardingTaskGroup { group in
            for served in pipelines.values { group.addTask { await served.hooks.finish() } }
            for hooks in removedHooks { group.addTask { await hooks.finish() } }
        }
    }
}
