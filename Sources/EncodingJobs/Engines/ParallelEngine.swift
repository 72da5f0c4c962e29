import Media

/// Processes tasks with GNU parallel, on this machine or over ssh on several machines that share the job's folders.
package struct ParallelEngine: Sendable {
    /// The variable with the number of the line of a task, which the script receives.
    private static let variable = "SLUICE_TASK_LINE"
    private let folder: JobFolder
    private let tool: String
    /// Options for `parallel`, such as `--sshlogin=4/encoder1`.
    private let options: [String]
    /// The maximum number of tasks at a time on each machine; nil for its processors.
    private let limit: Int?

    package init(_ folder: JobFolder, tool: String, options: [String] = [], limit: Int? = nil) {
        (self.folder, self.tool, self.options, self.limit) = (folder, tool, options, limit)
    }

    /// Processes the tasks. Throws if one fails on every attempt.
    package func run(_ tasks: [JobTask]) async throws(JobError) {
        for round in JobPlan.rounds(tasks) { try await process(round) }
    }

    private func process(_ tasks: [JobTask]) async throws(JobError) {
        guard let program = ChildProcess.find("parallel") else {
            throw JobError("there is no 'parallel'; install GNU parallel (parallel), or use --engine local")
        }
        let (list, script) = (folder.engine("tasks"), folder.engine("work.sh"))
        let indexes = tasks.map { String($0.index) }
        try FileTree.replace(list, with: .init(Array((indexes.joined(separator: "\n") + "\n").utf8)))
        try FileTree.makeFolders(folder.logs)
        try TaskScript.store(
            TaskScript.work(folder, tool: tool, tasks: list, variable: Self.variable, node: nil), at: script)
        // parallel repeats a failed task on another machine if there is one. Its arguments are the numbers of lines.
        let lines = folder.engine("lines")
        let numbers = tasks.indices.map(String.init).joined(separator: "\n") + "\n"
        try FileTree.replace(lines, with: .init(Array(numbers.utf8)))
        let command = "\(Self.variable)={} \(TaskScript.quoted(script))"
        let process = ChildProcess(
            program,
            ["--will-cite", "--retries=2", "--joblog=\(folder.engine("joblog"))", "--arg-file=\(lines)"]
                + (limit.map { ["--jobs=\($0)"] } ?? []) + options + [command])
        let log = "\(folder.logs)/parallel.log"
        let end = try await process.run(log: log)
        if Task.isCancelled { throw JobError(.temporary, "the job was stopped; continue it with 'sluice job resume'") }
        for task in tasks where try folder.report(of: task) == nil {
            guard JobFolder.exists(folder.log(task)) else { break }
            throw folder.failure(of: task)
        }
        guard end == .exit(0) else {
            throw JobError("parallel failed: \(JobLog.end(of: log)); see '\(log)'")
        }
    }
}
