import Glibc
import Media
package import PipelineRuntime
import StageKit
import SystemTime

/// Processes one task of a job.
package struct JobWorker: Sendable {
    /// The result of a call.
    package enum Outcome: Sendable, Hashable {
        case done(TaskReport)
        /// The task was done before, or by another worker at the same time; nothing was changed.
        case wasDone
    }

    /// The free space that is required before a task starts, in bytes.
    private static let requiredSpace = 64 << 20
    private let plan: JobPlan
    private let folder: JobFolder
    private let pipeline: PipelinePlan
    private let software: JobSoftware
    private let encoding: TwoPassEncoding?

    package init(
        _ plan: JobPlan, _ folder: JobFolder, _ pipeline: PipelinePlan, software: JobSoftware,
        encoding: TwoPassEncoding? = nil
    ) {
        self.encoding = encoding
        (self.plan, self.folder, self.pipeline, self.software) = (plan, folder, pipeline, software)
    }

    /// Returns whether the task is done.
    package func isDone(_ task: JobTask) throws(JobError) -> Bool {
        try folder.report(of: task)?.plan == plan.identity
    }

    /// Processes the task unless it is done. Throws ``JobError``.
    package func work(on index: Int) async throws(JobError) -> Outcome {
        let task = try plan.task(index)
        if try isDone(task) { return .wasDone }
        let differences = plan.software.differences(from: software)
        guard differences.isEmpty else {
            throw JobError(
                "this machine ('\(AttemptFolder.host)') has other software than the plan: "
                    + "\(differences.joined(separator: "; ")); install the same versions")
        }
        let share = task.kind == .chunk && plan.hasAnalysis ? try share(of: task) : nil
        for input in plan.inputs { try input.validate() }
        try validateSpace(folder.output)
        let attempt = try AttemptFolder(task, in: folder)
        do throws(JobError) {
            try validateSpace(attempt.path)
            let report = try await process(task, attempt, share: share)
            return try attempt.publish(to: folder.result(task)) ? .done(report) : .wasDone
        } catch {
            attempt.discard()
            // Another attempt that is published removes the files of this one.
            if try isDone(task) { return .wasDone }
            throw error
        }
    }

    private func validateSpace(_ path: String) throws(JobError) {
        let free = FileTree.freeBytes(path)
        guard free >= Self.requiredSpace else {
            throw JobError(
                .temporary,
                "'\(path)' has \(free >> 20) MiB of free space on '\(AttemptFolder.host)'; a task requires "
                    + "\(Self.requiredSpace >> 20) MiB")
        }
    }

    /// The bit rate of a chunk relative to the average. Throws while analyses are missing.
    private func share(of task: JobTask) throws(JobError) -> Double {
        let analyses = plan.tasks.filter { $0.kind == .analysis }
        var complexities: [ChunkComplexity] = []
        for analysis in analyses {
            guard let report = try folder.report(of: analysis), report.plan == plan.identity,
                let complexity = report.complexity
            else { break }
            complexities.append(complexity)
        }
        let place = analyses.firstIndex { $0.firstSegment == task.firstSegment }
        if complexities.count < analyses.count {
            throw JobError(
                .temporary,
                "\(task.text) requires the results of the analyses, tasks 0 to \(analyses.count - 1); "
                    + "\(analyses[complexities.count].text) is not done")
        }
        guard let place else { throw JobError("\(task.text) has no analysis; plan the job again") }
        return BitAllocation(complexities).shares[place]
    }

    private func process(
        _ task: JobTask, _ attempt: AttemptFolder, share: Double?
    ) async throws(JobError) -> TaskReport {
        let tasks = try TaskPipeline(pipeline, encoding)
        let store = StoreSegments(in: attempt, path: tasks.paths, results: StoreSegments.Results())
        if task.kind == .analysis {
            let result = MeasureSegments.Result()
            let status = try await run(try tasks.analysis(task, of: plan, into: result), task, store.results, attempt)
            return try finish(task, [status], store.results, attempt, complexity: result.complexity)
        }
        guard let share else {
            let status = try await run(try tasks.plan(task, of: plan, into: store), task, store.results, attempt)
            return try finish(task, [status], store.results, attempt)
        }
        let record = try attempt.makeStatistics()
        let discarded = StoreSegments(options: NoOptions())
        let first = try tasks.plan(task, of: plan, into: discarded, pass: (.first(record: record), share))
        let measured = try await run(first, task, discarded.results, attempt)
        let last = try tasks.plan(task, of: plan, into: store, pass: (.last(record: record), share))
        let status = try await run(last, task, store.results, attempt)
        try attempt.removeStatistics()
        return try finish(task, [measured, status], store.results, attempt)
    }

    private func run(
        _ pipeline: PipelinePlan, _ task: JobTask, _ results: StoreSegments.Results, _ attempt: AttemptFolder
    ) async throws(JobError) -> RunStatus {
        let run: PipelineRun
        do throws(Diagnostic) {
            run = try PipelineRun(plan: pipeline)
        } catch {
            throw JobError(error.message)
        }
        let progress = Task { await reportProgress(of: task, run, results, in: attempt) }
        let status = await run.run()
        progress.cancel()
        await progress.value
        try attempt.remove(JobProgress.name)
        guard status.succeeded, status.phase == .finished else { throw failure(status) }
        return status
    }

    private func finish(
        _ task: JobTask, _ runs: [RunStatus], _ results: StoreSegments.Results, _ attempt: AttemptFolder,
        complexity: ChunkComplexity? = nil
    ) throws(JobError) -> TaskReport {
        let report = TaskReport(
            plan: plan.identity, task: task.index, software: software.withLoadedCodecs(), host: AttemptFolder.host,
            wallSeconds: runs.reduce(0) { $0 + $1.wallSeconds },
            processorSeconds: runs.reduce(0) { $0 + $1.processorSeconds },
            renditions: results.renditions, complexity: complexity)
        try attempt.store(.init(report.bytes), at: "report.json")
        return report
    }

    /// Writes the progress of a run until the calling task is cancelled. Failures are not relevant to the result.
    private func reportProgress(
        of task: JobTask, _ run: PipelineRun, _ results: StoreSegments.Results, in attempt: AttemptFolder
    ) async {
        let length = ((task.end.isIndefinite ? plan.duration : task.end) - task.start).seconds
        let expected = max(1, (length / plan.interval.seconds).rounded(.up))
        repeat {
            let renditions = results.renditions
            let count = renditions.reduce(0) { $0 + $1.segments.count }
            let progress = JobProgress(
                task: task.index, host: AttemptFolder.host, seconds: run.status.wallSeconds,
                fraction: min(1, Double(count) / Double(max(1, renditions.count)) / expected))
            try? attempt.replace(JobProgress.name, with: .init(JobDocument.bytes(of: progress)))
        } while (try? await Task.sleep(for: JobProgress.interval)) != nil
    }

    /// Failures of storage and devices may not repeat; the others are caused by the input or the options.
    private func failure(_ status: RunStatus) -> JobError {
        let temporary: Set<String> = ["unwritable-output", "limit-reached", "unreadable-input", "element-failed"]
        let isTemporary = status.failure.map { temporary.contains($0.code) } ?? (status.phase != .finished)
        return JobError(isTemporary ? .temporary : .permanent, status.failureText)
    }
}
