import Media
import PipelineFile
import PipelineRuntime
import Sluice
import StageKit
import Synchronization

// The pipelines for the admin listener.
extension PipelineService {
    /// The pipelines as the admin listener shows and controls them, sorted by name.
    package nonisolated var targets: [AdminTarget] { snapshot.withLock { $0 } }

    /// Updates the snapshots that the threads of servers read, so that they never wait for the service.
    func publishTargets() {
        let targets = pipelines.keys.sorted().compactMap(target)
        snapshot.withLock { $0 = targets }
        let names = pipelines.filter { $0.value.supervisor.state == .waiting }.map(\.key)
        awaited.withLock { $0 = Set(names) }
    }

    private func target(of name: String) -> AdminTarget? {
        guard let served = pipelines[name], let pipeline = shownPipeline(of: served) else { return nil }
        // A new history would be empty.
        let history = served.history.flatMap { $0.isOf(pipeline) ? $0 : nil } ?? RunHistory(of: pipeline)
        pipelines[name]?.history = history
        var target = AdminTarget(pipeline, history: history)
        target.state = served.supervisor.state.name
        target.isRequired = served.supervisor.state.isRequired
        target.stop = { [weak self] in Task { await self?.stop(name) } }
        target.start = { [weak self] in Task { await self?.start(name) } }
        if let logTail {
            target.log = { count in
                logTail.entries().filter { $0.event.pipeline == name }.suffix(count).map(\.event.json)
            }
        }
        if !served.diagnostics.isEmpty {
            let log = target.log
            let problem: JSONValue = [
                "stage": .string(""), "severity": .string(Problem.Severity.error.rawValue),
                "code": .string("invalid-file"), "message": .string(served.diagnostics),
            ]
            target.log = { count in log(max(0, count - 1)) + [problem] }
        }
        guard let run = served.run else { return target }
        target.load = {
            [load, definition = served.definition, placement = placement(of: name)] () throws(PipelineError) in
            try Pipeline(load(definition, placement))
        }
        target.reload = { [weak self] changed throws(PipelineError) in
            guard let self else { throw .notReloadable(PipelineDiagnostics([])) }
            return try await apply(changed, to: run, of: name)
        }
        return target
    }

    /// The pipeline that is shown: the run, the last run, or the loaded pipeline. For a file that was never valid, it has
    /// no stages.
    private func shownPipeline(of served: ServedPipeline) -> Pipeline? {
        if let pipeline = served.run?.pipeline ?? served.shown { return pipeline }
        let name = served.definition.name
        let placeholder = served.placeholder ?? Self.placeholder(named: name)
        pipelines[name]?.placeholder = placeholder
        return placeholder
    }

    private static func placeholder(named name: String) -> Pipeline? {
        var result = PipelineFileResult.rejected([])
        result.plan = PipelinePlan(name: name, stages: [])
        result.document = PipelineDocument()
        return try? Pipeline(result)
    }
}

extension SupervisorState {
    /// Whether players expect the pipeline to be playable.
    fileprivate var isRequired: Bool {
        switch self {
        case .running, .restarting, .failed: true
        case .stopping(let continuation, _): continuation == .restart || continuation == .fail
        case .invalid, .waiting, .stopped, .finished, .removed: false
        }
    }
}
