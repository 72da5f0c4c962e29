import Glibc
import Media

/// Submits tasks to Slurm as an array job, and the stitching as a job that depends on its end.
package struct SlurmEngine: Sendable {
    private let folder: JobFolder
    private let tool: String
    /// Options for `sbatch`, such as `--partition=video`.
    private let options: [String]
    /// The maximum number of tasks at a time; nil for no limit.
    private let limit: Int?

    package init(_ folder: JobFolder, tool: String, options: [String] = [], limit: Int? = nil) {
        (self.folder, self.tool, self.options, self.limit) = (folder, tool, options, limit)
    }

    /// Submits the tasks. Throws if Slurm rejects them.
    package func submit(_ tasks: [JobTask], name: String) async throws(JobError) -> SubmittedJob {
        let limit = try await SlurmConfiguration.current().arrayLimit
        try FileTree.makeFolders(folder.logs)
        if getenv(TaskScript.roundVariable) == nil { try FileTree.remove(folder.failedNodes) }
        let stitchScript = folder.engine("stitch.sh")
        try TaskScript.store(TaskScript.stitch(folder, tool: tool), at: stitchScript)
        let rounds = JobPlan.rounds(tasks)
        var analysis: String?
        if rounds.count > 1 {
            analysis = try await submitArray(rounds[0], "\(name)-analysis", "analysis", after: nil, limit)
        }
        let work = try await submitArray(rounds.last ?? [], name, "work", after: analysis, limit)
        // Not afterok: Slurm never starts such a job if a task was requeued by its exit code. Stitching verifies the
        // reports itself.
        let stitch = try await sbatch(
            [
                "--job-name=\(name)-stitch", "--dependency=afterany:\(work)", "--requeue", "--open-mode=append",
                "--output=\(folder.logs)/stitch.log",
            ] + options + [stitchScript])
        let submitted = SubmittedJob(
            engine: "slurm", analysis: analysis, work: work, stitch: stitch, options: options, limit: self.limit)
        try submitted.store(in: folder)
        return submitted
    }

    /// Submits an array job for tasks, whose script and list have the name `files`. It starts when the job `after` ends.
    private func submitArray(
        _ tasks: [JobTask], _ name: String, _ files: String, after: String?, _ arrayLimit: Int
    ) async throws(JobError) -> String {
        let elements = Self.elements(tasks.map(\.index), limit: arrayLimit)
        let list = folder.engine(files == "work" ? "tasks" : "\(files)-tasks")
        let lines = elements.map { $0.map(String.init).joined(separator: " ") }.joined(separator: "\n")
        try FileTree.replace(list, with: .init(Array((lines + "\n").utf8)))
        let script = folder.engine("\(files).sh")
        try TaskScript.store(
            TaskScript.work(
                folder, tool: tool, tasks: list, variable: "SLURM_ARRAY_TASK_ID", node: "SLURMD_NODENAME"),
            at: script)
        let array = "--array=0-\(max(0, elements.count - 1))" + (limit.map { "%\($0)" } ?? "")
        let log = files == "work" ? "slurm-%a.log" : "slurm-\(files)-%a.log"
        return try await submit(
            ["--job-name=\(name)", array, "--requeue", "--open-mode=append", "--output=\(folder.logs)/\(log)"]
                + (after.map { ["--dependency=afterany:\($0)"] } ?? []) + options, script: script)
    }

    /// Submits the array without the nodes that failed in the preceding rounds.
    private func submit(_ arguments: [String], script: String) async throws(JobError) -> String {
        let lines = (try? FileTree.read(folder.failedNodes)) ?? []
        let nodes = Set(String(decoding: lines, as: UTF8.self).split(whereSeparator: \.isNewline)).sorted()
        if !nodes.isEmpty {
            do throws(JobError) {
                return try await sbatch(arguments + ["--exclude=\(nodes.joined(separator: ","))", script])
            } catch {
                // Slurm rejects the job if no node remains.
            }
        }
        return try await sbatch(arguments + [script])
    }

    /// Returns the tasks of each array element: one, or more if Slurm allows fewer elements.
    package static func elements(_ tasks: [Int], limit: Int) -> [[Int]] {
        let count = max(1, (tasks.count + max(1, limit) - 1) / max(1, limit))
        return stride(from: 0, to: tasks.count, by: count).map { Array(tasks[$0..<min($0 + count, tasks.count)]) }
    }

    /// Returns the states of a submitted job's elements, such as `RUNNING`, with their numbers.
    package static func states(of job: SubmittedJob) async throws(JobError) -> [String: Int] {
        let text: String
        do throws(JobError) {
            text = try await command(
                "squeue", ["--noheader", "--array", "--jobs=\(job.identifiers.joined(separator: ","))", "--format=%T"])
        } catch {
            // Slurm forgets completed jobs after MinJobAge.
            if error.message.contains("Invalid job id") { return [:] }
            throw error
        }
        return text.split(whereSeparator: \.isNewline).reduce(into: [:]) { $0[String($1), default: 0] += 1 }
    }

    package static func cancel(_ job: SubmittedJob) async throws(JobError) {
        _ = try await command("scancel", job.identifiers.reversed())
    }

    private func sbatch(_ arguments: [String]) async throws(JobError) -> String {
        let text = try await Self.command("sbatch", ["--parsable"] + arguments)
        // With several clusters, the name of the cluster follows.
        let identifier = text.split { $0.isNewline || $0 == ";" }.first.map(String.init) ?? ""
        guard Int(identifier) != nil else { throw JobError(.temporary, "sbatch returned '\(text)' instead of a job") }
        return identifier
    }

    static func command(_ name: String, _ arguments: [String]) async throws(JobError) -> String {
        guard let path = ChildProcess.find(name) else {
            throw JobError("there is no '\(name)'; install Slurm's client (slurm-client), or use --engine local")
        }
        return try await ChildProcess(path, arguments).output()
    }
}
