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
        let targets = pipelines.values.sorted { $0.definition.name < $1.definition.name }.compactMap(target)
        snapshot.withLock { $0 = targets }
        let names = pipelines.filter { $0.value.supervisor.state == .waiting }.map(\.key)
        awaited.withLock { $0 = Set(names) }
    }

    private func target(of served: ServedPipeline) -> AdminTarget? {
        guard let pipeline = served.run?.pipeline ?? served.shown ?? Self.placeholder(served) else { return nil }
        let name = served.definition.name
        var target = AdminTarget(pipeline)
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

    /// A pipeline without stages, for a file that was never valid.
    private static func placeholder(_ served: ServedPipeline) -> Pipeline? {
        var result = PipelineFileResult.rejected([])
        result.plan = PipelinePlan(name: served.definition.name, stages: [])
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
