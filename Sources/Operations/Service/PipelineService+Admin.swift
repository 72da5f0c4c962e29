import Media
import PipelineFile
import PipelineRuntime
import Sluice
package import StageKit
import Synchronization

// The pipelines for the admin listener.
extension PipelineService {
    /// The pipelines as the admin listener shows and controls them, sorted by name.
    package nonisolated var targets: [AdminTarget] { snapshot.withLock { $0 } }

    /// The figures of the service, which belong to no pipeline.
    package nonisolated var figures: [FigureReading] {
        let problems = FigureReading(
            name: "service-problems", kind: .gauge, unit: .count, labels: [:],
            help: "Errors in the folders and service files", value: Double(problemCount.withLock { $0 }))
        let folders = (movies?().folders ?? []).map { folder in
            FigureReading(
                name: "movie-folder-available", kind: .gauge, unit: .count, labels: ["folder": folder.path],
                help: "Whether the movies of the folder can be served", value: folder.isAvailable ? 1 : 0)
        }
        return [problems] + folders
    }

    /// Updates the snapshots that the threads of servers read, so that they never wait for the service.
    func publishTargets() {
        let targets = pipelines.keys.sorted().compactMap(target)
        snapshot.withLock { $0 = targets }
        problemCount.withLock { $0 = problems.count { $0.severity == .error } }
        let names = pipelines.filter { $0.value.supervisor.state == .waiting }.map(\.key)
        awaited.withLock { $0 = Set(names) }
    }

    private func target(of name: String) -> AdminTarget? {
        guard let served = pipelines[name], let pipeline = shownPipeline(of: served) else { return nil }
        // A new history would be empty.
        let history = served.history.flatMap { $0.isOf(pipeline) ? $0 : nil } ?? RunHistory(of: pipeline)
        pipelines[name]?.history = history
        var target = AdminTarget(pipeline, history: history)
        let supervision = served.supervision
        let due: MonotonicTime? = if case .restarting(let time) = served.supervisor.state { time } else { nil }
        target.status = { [clock] in
            var status = pipeline.status
            status.supervision = supervision
            status.supervision?.restartSeconds = due.map { max(.zero, $0 - clock.now).seconds }
            return status
        }
        target.supervision = supervision
        target.stop = { [weak self] mode in await self?.stop(name, mode) }
        target.start = { [weak self] in await self?.start(name) }
        target.restart = { [weak self] in await self?.restart(name) }
        if let logTail {
            target.log = { count in
                logTail.entries().filter { $0.event.pipeline == name }.suffix(count).map(\.json)
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
