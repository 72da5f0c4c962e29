import Media

/// The state of a job, read from the files of its tasks.
package struct JobState: Sendable, Hashable, Codable {
    /// A task that ended without a result.
    package struct FailedTask: Sendable, Hashable, Codable {
        package var task: Int
        /// The last lines of its log.
        package var log: [String]
        /// The command that processes the task alone.
        package var command: String
    }

    package var output: String
    package var tasks: Int
    package var done: Int
    /// The tasks without a result.
    package var missing: [Int]
    package var running: [JobProgress]
    package var failed: [FailedTask]
    package var bytes: Int
    /// The processor time of the tasks that are done.
    package var processorSeconds: Double
    /// The part of the job's work that is done, from 0 to 1.
    package var fraction: Double
    /// The expected time until all tasks are done; nil before the first task is done and if no task runs.
    package var secondsLeft: Double?
    package var isPublished: Bool

    /// Reads the state. Throws if a report is damaged.
    package init(_ plan: JobPlan, _ folder: JobFolder) throws(JobError) {
        var reports: [TaskReport?] = []
        for task in plan.tasks { reports.append(try folder.report(of: task)) }
        let active = JobProgress.running(in: folder)
        self.init(plan, reports, running: active)
        isPublished = folder.isStitched(plan)
        failed = plan.tasks.filter { reports[$0.index] == nil && active[$0.index] == nil }.compactMap { task in
            let path = folder.log(task)
            guard JobFolder.exists(path) else { return nil }
            return FailedTask(task: task.index, log: JobLog.lastLines(of: path), command: folder.command(task))
        }
    }

    /// Computes the state from the reports of the tasks, nil for those without a result, and from running attempts.
    package init(_ plan: JobPlan, _ reports: [TaskReport?], running active: [Int: JobProgress]) {
        let done = reports.compactMap { $0 }
        let missing = plan.tasks.filter { reports[$0.index] == nil }
        (output, tasks, self.done) = (plan.output, plan.tasks.count, done.count)
        self.missing = missing.map(\.index)
        running = missing.compactMap { active[$0.index] }
        failed = []
        bytes = done.reduce(0) { $0 + $1.byteCount }
        processorSeconds = done.reduce(0) { $0 + $1.processorSeconds }
        isPublished = false
        let work = Work(plan, done)
        let left = missing.reduce(0) { $0 + work.seconds(of: $1) * (1 - (active[$1.index]?.fraction ?? 0)) }
        let all = plan.tasks.reduce(0) { $0 + work.seconds(of: $1) }
        fraction = missing.isEmpty ? 1 : all > 0 ? min(1, max(0, 1 - left / all)) : 0
        if !running.isEmpty, !done.isEmpty { secondsLeft = left / Double(running.count) }
    }

    /// The expected work of tasks.
    private struct Work {
        private let plan: JobPlan
        /// The mean seconds of work for each second of media, by kind; of all tasks where a kind was not measured.
        private var rates: [JobTask.Kind: Double] = [:]

        init(_ plan: JobPlan, _ reports: [TaskReport]) {
            self.plan = plan
            for kind in [JobTask.Kind.whole, .chunk, .analysis] {
                let own = reports.filter { plan.tasks.indices.contains($0.task) && plan.tasks[$0.task].kind == kind }
                let seconds = own.reduce(0) { $0 + media(of: plan.tasks[$1.task]) }
                if seconds > 0 { rates[kind] = own.reduce(0) { $0 + $1.wallSeconds } / seconds }
            }
        }

        private func media(of task: JobTask) -> Double {
            max(0, ((task.end.isIndefinite ? plan.duration : task.end) - task.start).seconds)
        }

        func seconds(of task: JobTask) -> Double {
            media(of: task) * (rates[task.kind] ?? rates[.chunk] ?? rates[.whole] ?? 1)
        }
    }
}
