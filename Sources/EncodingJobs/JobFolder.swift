import Glibc
import Media

/// The files of a job in its output folder.
package struct JobFolder: Sendable, Hashable {
    /// The output folder; absolute.
    package let output: String
    private var job: String { "\(output)/.job" }

    package init(output: String) { self.output = output }

    /// The folder of a job, given by its output folder or by its plan.
    package init(named path: String) {
        let absolute = Self.absolute(path)
        let suffix = "/" + JobPlan.path
        output = absolute.hasSuffix(suffix) ? String(absolute.dropLast(suffix.count)) : absolute
    }

    package var planPath: String { "\(output)/\(JobPlan.path)" }
    /// The folder of the logs of tasks.
    package var logs: String { "\(job)/logs" }
    /// The log of a task's attempts.
    package func log(_ task: JobTask) -> String { "\(logs)/\(task.name).log" }
    /// The files of an engine.
    package func engine(_ name: String) -> String { "\(job)/engine/\(name)" }
    /// The names of the machines on which tasks failed because of the machine, one in each line.
    var failedNodes: String { engine("failed-nodes") }
    /// The folder with the result of a task.
    package func result(_ task: JobTask) -> String { "\(job)/tasks/\(task.name)" }
    /// The report of a task, which exists once the task is done.
    package func report(_ task: JobTask) -> String { "\(result(task))/report.json" }
    func attempt(_ task: JobTask, name: String) -> String { "\(job)/attempts/\(task.name)-\(name)" }
    package var attempts: String { "\(job)/attempts" }
    /// The record of a stitched presentation.
    package var stitched: String { "\(job)/stitched.json" }

    /// The path of a task's file: in the result of the task, or in the output folder once the job was stitched.
    package func file(_ path: String, of task: JobTask) -> String {
        let own = "\(result(task))/\(path)"
        return access(own, F_OK) == 0 ? own : "\(output)/\(path)"
    }

    /// Returns the plan.
    package func plan() throws(JobError) -> JobPlan {
        try JobPlan(parsing: FileTree.read(planPath), from: planPath)
    }

    /// Stores a new plan. Throws if the folder contains another job.
    package func store(_ plan: JobPlan) throws(JobError) {
        if access(planPath, F_OK) == 0 {
            guard try self.plan().identity != plan.identity else { return }
            throw JobError("'\(output)' contains another job; choose another folder, or remove it")
        }
        try FileTree.replace(planPath, with: .init(plan.bytes))
    }

    /// Returns the report of a task; nil before the task is done.
    package func report(of task: JobTask) throws(JobError) -> TaskReport? {
        let path = report(task)
        guard access(path, F_OK) == 0 else { return nil }
        return try TaskReport(parsing: FileTree.read(path), from: path)
    }

    /// Removes the results of tasks, so that they are processed again.
    package func discardResults(of tasks: [JobTask]) throws(JobError) {
        if !tasks.isEmpty { try FileTree.remove(stitched) }
        for task in tasks { try FileTree.remove(result(task)) }
    }

    /// Whether the presentation of the plan has been published.
    package func isStitched(_ plan: JobPlan) -> Bool {
        guard let bytes = try? FileTree.read(stitched) else { return false }
        let record: StitchedJob? = try? JobDocument.parse(bytes, schema: StitchedJob.schema, path: stitched)
        return record?.plan == plan.identity
    }

    /// The free space for results, in bytes.
    package var freeBytes: Int { FileTree.freeBytes(output) }
    package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    private static func absolute(_ path: String) -> String {
        var path = path
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        if path.hasPrefix("/") { return path }
        guard let folder = getcwd(nil, 0) else { return path }
        defer { free(folder) }
        return path == "." ? String(cString: folder) : "\(String(cString: folder))/\(path)"
    }
}
