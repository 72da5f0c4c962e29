import Media

/// Processes tasks on this machine, each in a separate process.
package struct LocalEngine: Sendable {
    /// The number of attempts at a task.
    private static let attempts = 3
    private let folder: JobFolder
    /// The path of this tool.
    private let tool: String
    private let workers: Int

    /// The plan or its folder, as an argument of the tool.
    private let plan: String

    /// `folder` contains the logs, and the plan unless `plan` is another place, such as an object store.
    package init(_ folder: JobFolder, tool: String, workers: Int, plan: String? = nil) {
        (self.folder, self.tool, self.workers) = (folder, tool, max(1, workers))
        self.plan = plan ?? folder.planPath
    }

    /// Processes the tasks; `report` receives the task and the number of tasks that remain. Throws if a task fails.
    package func run(
        _ tasks: [JobTask], report: @escaping @Sendable (JobTask, _ remaining: Int) -> Void
    ) async throws(JobError) {
        var later = tasks.count
        for round in JobPlan.rounds(tasks) {
            later -= round.count
            try await process(round) { [later] in report($0, $1 + later) }
        }
    }

    private func process(
        _ tasks: [JobTask], report: @escaping @Sendable (JobTask, _ remaining: Int) -> Void
    ) async throws(JobError) {
        let failures = await withTaskGroup(of: (JobTask, JobError?).self) { group in
            var (waiting, remaining, failures) = (tasks[...], tasks.count, [JobError]())
            while let next = waiting.popFirst() {
                group.addTask { (next, await process(next)) }
                if tasks.count - waiting.count >= workers { break }
            }
            while let (task, failure) = await group.next() {
                remaining -= 1
                if let failure { failures.append(failure) } else { report(task, remaining) }
                // A defect of the plan or the input affects the other tasks too.
                if failures.isEmpty, !Task.isCancelled, let next = waiting.popFirst() {
                    group.addTask { (next, await process(next)) }
                }
            }
            return failures
        }
        if let first = failures.first { throw first }
        if Task.isCancelled { throw JobError(.temporary, "the job was stopped; continue it with 'sluice job resume'") }
    }

    /// Returns the reason for a failure of the last attempt; nil for success.
    private func process(_ task: JobTask) async -> JobError? {
        let log = folder.log(task)
        let work = ChildProcess(tool, ["job", "work", plan, "--index", String(task.index)])
        for attempt in 1...Self.attempts {
            if attempt > 1 { try? await Task.sleep(for: .seconds(1 << (attempt - 2))) }
            do throws(JobError) {
                switch try await work.run(log: log) {
                case .exit(0): return nil
                case .exit(75), .signal: if Task.isCancelled { return nil }
                case .exit: return folder.failure(of: task)
                }
            } catch {
                return error
            }
        }
        return folder.failure(of: task)
    }
}
