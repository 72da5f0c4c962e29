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

    package init(_ plan: JobPlan, _ folder: JobFolder, _ pipeline: PipelinePlan, software: JobSoftware) {
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
        for input in plan.inputs { try input.validate() }
        try validateSpace(folder.output)
        let attempt = try AttemptFolder(task, in: folder)
        do throws(JobError) {
            try validateSpace(attempt.path)
            let report = try await process(task, attempt)
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

    private func process(_ task: JobTask, _ attempt: AttemptFolder) async throws(JobError) -> TaskReport {
        let tasks = try TaskPipeline(pipeline)
        let results = StoreSegments.Results()
        let store = StoreSegments(in: attempt, path: tasks.paths, results: results)
        let run: PipelineRun
        do throws(Diagnostic) {
            run = try PipelineRun(plan: try planned(tasks, task, store))
        } catch {
            throw JobError(error.message)
        }
        let progress = Task { await reportProgress(of: task, run, results, in: attempt) }
        let status = await run.run()
        progress.cancel()
        await progress.value
        try attempt.remove(JobProgress.name)
        guard status.succeeded, status.phase == .finished else { throw failure(status) }
        let report = TaskReport(
            plan: plan.identity, task: task.index, software: software.withLoadedCodecs(), host: AttemptFolder.host,
            wallSeconds: status.wallSeconds, processorSeconds: status.processorSeconds,
            renditions: results.renditions)
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

    private func planned(
        _ tasks: TaskPipeline, _ task: JobTask, _ store: StoreSegments
    ) throws(Diagnostic) -> PipelinePlan {
        do throws(JobError) {
            return try tasks.plan(task, of: plan, into: store)
        } catch {
            throw Diagnostic(code: "invalid-task", message: error.message)
        }
    }

    /// Failures of storage and devices may not repeat; the others are caused by the input or the options.
    private func failure(_ status: RunStatus) -> JobError {
        let temporary: Set<String> = ["unwritable-output", "limit-reached", "unreadable-input", "element-failed"]
        let isTemporary = status.failure.map { temporary.contains($0.code) } ?? (status.phase != .finished)
        return JobError(isTemporary ? .temporary : .permanent, status.failureText)
    }
}
