import Media
import PipelineRuntime
import Sluice
import StageKit

// The hooks of the pipelines.
extension PipelineService {
    /// Creates the dispatcher of a pipeline, which serves all its runs.
    func makeHooks(of name: String) -> HookDispatcher {
        HookDispatcher(clock: clock) { [onEvent] problem in onEvent(.pipeline(name, .problem(problem))) }
    }

    /// Sets the hooks of a pipeline: its own, and the hooks of the service file with other names.
    /// A pipeline whose file was never valid has the latter.
    func update(_ hooks: HookDispatcher, with plan: PipelinePlan?) {
        let own = plan?.hooks ?? []
        let names = Set(own.map(\.name))
        var redactor = plan?.redactor ?? Redactor()
        redactor.add(commonRedactor)
        hooks.update(own + commonHooks.filter { !names.contains($0.name) }, redactor: redactor)
    }

    /// Sends the events of a file that has errors, which prevent the next run.
    func reportInvalidFile(of name: String) {
        guard let served = pipelines[name] else { return }
        let hasRun = served.supervisor.state.hasRun
        let message = served.diagnostics
        served.hooks.report(
            .pipelineInvalid,
            [
                "code": .text("invalid-file"), "message": .text(message), "file": .text(served.definition.path),
                "state": .text(served.supervisor.state.name),
            ], of: name)
        if !hasRun { served.hooks.reportFailedStart(of: name, because: message) }
    }

    /// Sends the event of a pipeline that is started again after a delay.
    func reportRestart(of name: String, because reason: String, after delay: Duration) {
        guard let served = pipelines[name] else { return }
        served.hooks.report(
            .pipelineRestarting,
            [
                "message": .text(reason), "restarts": .integer(served.supervisor.restarts),
                "failures": .integer(served.supervisor.failures), "delay_seconds": .number(delay.seconds),
            ], of: name)
    }

    /// Delivers the remaining events of all pipelines.
    func finishHooks() async {
        await withDiscardingTaskGroup { group in
            for served in pipelines.values { group.addTask { await served.hooks.finish() } }
            for hooks in removedHooks { group.addTask { await hooks.finish() } }
        }
    }
}
