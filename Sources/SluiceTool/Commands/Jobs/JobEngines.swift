import EncodingJobs
import Glibc
import StageKit

/// Runs the tasks of a job on an engine.
struct JobEngines {
    /// The engines that run tasks.
    static let names = ["local", "slurm", "parallel"]
    private let job: OpenedJob
    private let engine: String?
    private let options: [String]
    private let limit: Int?

    init(_ job: OpenedJob, _ arguments: Arguments) throws(UsageError) {
        self.job = job
        engine = arguments.value("engine")
        options = arguments.values["engine-option"] ?? []
        limit = try arguments.option("jobs")
        if let engine, !Self.names.contains(engine) {
            throw UsageError.unknown("engine", engine, among: Self.names)
        }
        if let limit, limit < 1 { throw UsageError("--jobs must be above zero") }
    }

    private var folder: JobFolder { job.folder }
    static var processors: Int { Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

    /// The tasks without a result.
    private func remaining() throws(JobError) -> [JobTask] {
        var tasks: [JobTask] = []
        for task in job.plan.tasks where try folder.report(of: task) == nil { tasks.append(task) }
        return tasks
    }

    func run() async throws -> ExitCode { try await process(on: engine ?? "local", options, limit) }

    /// Removes results that are damaged or contradict others, and processes their tasks and the missing ones.
    func resume() async throws -> ExitCode {
        let former = SubmittedJob.read(from: folder)
        do {
            _ = try JobStitch.verify(job.plan, folder)
        } catch let findings as JobFindings {
            for finding in findings.findings where !finding.isMissing { Console.error("\(finding.message)\n") }
            try folder.discardResults(of: findings.tasks.map { job.plan.tasks[$0] })
        }
        let options = options.isEmpty ? former?.options ?? [] : options
        return try await process(on: engine ?? former?.engine ?? "local", options, limit ?? former?.limit)
    }

    func cancel() async throws -> ExitCode {
        guard let submitted = SubmittedJob.read(from: folder) else {
            Console.write("no engine processes this job; a local run is stopped with Ctrl-C\n")
            return .done
        }
        try await SlurmEngine.cancel(submitted)
        Console.write("cancelled jobs \(submitted.work) and \(submitted.stitch); results are kept\n")
        return .done
    }

    private func process(on engine: String, _ options: [String], _ limit: Int?) async throws -> ExitCode {
        let tasks = try remaining()
        if engine == "slurm", !tasks.isEmpty {
            let slurm = SlurmEngine(folder, tool: OpenedJob.toolPath, options: options, limit: limit)
            let submitted = try await slurm.submit(tasks, name: "sluice-\(job.plan.pipeline.name)")
            Console.write(
                "submitted \(tasks.count) tasks as job \(submitted.work), and the stitching as job \(submitted.stitch)\n"
            )
            return .done
        }
        if engine == "parallel" {
            try await ParallelEngine(folder, tool: OpenedJob.toolPath, options: options, limit: limit).run(tasks)
            return try await job.stitch()
        }
        let local = LocalEngine(
            folder, tool: OpenedJob.toolPath, workers: limit ?? Self.processors)
        let count = job.plan.tasks.count
        // Interrupts reach the processes of the tasks too, since they are in the same group.
        try await local.run(tasks) { task, remaining in
            Console.error("\(task.text): done, \(count - remaining) of \(count)\n")
        }
        return try await job.stitch()
    }
}
