import EncodingJobs
import Foundation
import HTTPStages
import Media
import PipelineRuntime
import StageKit
import SystemTime

/// A planned job in an object store, and the commands that process it.
///
/// Tasks work in a local folder and upload their segments. The report, stored only if there is none, publishes them.
struct RemoteJob: Sendable {
    let url: ObjectURL
    let bucket: ObjectBucket
    let plan: JobPlan

    private init(_ url: ObjectURL, _ bucket: ObjectBucket, _ plan: JobPlan) {
        (self.url, self.bucket, self.plan) = (url, bucket, plan)
    }

    /// Loads the plan of a job, by the URL of the plan or of its folder.
    static func load(_ path: String) async throws -> RemoteJob {
        guard let url = ObjectURL(path.replacingOccurrences(of: "/\(JobPlan.path)", with: "")) else {
            throw JobError("'\(path)' is not a URL of the form s3://bucket/folder")
        }
        let bucket = try ObjectBucket(url.bucket, ObjectAccess(environment: Console.environment), clock: SystemClock())
        let key = url.key(of: JobPlan.path)
        guard let bytes = try await bucket.get(key) else {
            throw JobError("'s3://\(url.bucket)/\(key)' does not exist")
        }
        return RemoteJob(url, bucket, try JobPlan(parsing: bytes, from: "s3://\(url.bucket)/\(key)"))
    }

    /// Stores a new plan. Throws if the folder contains another job.
    static func store(_ plan: JobPlan, at url: ObjectURL) async throws {
        let bucket = try ObjectBucket(url.bucket, ObjectAccess(environment: Console.environment), clock: SystemClock())
        if try await bucket.put(url.key(of: JobPlan.path), plan.bytes, onlyIfAbsent: true) { return }
        guard try await load(url.text).plan.identity == plan.identity else {
            throw JobError("'\(url.text)' contains another job; choose another folder, or remove it")
        }
    }

    private func key(_ task: JobTask, _ path: String) -> String { url.key(of: ".job/tasks/\(task.name)/\(path)") }

    private func report(of task: JobTask) async throws -> TaskReport? {
        let key = key(task, "report.json")
        guard let bytes = try await bucket.get(key) else { return nil }
        return try TaskReport(parsing: bytes, from: "s3://\(url.bucket)/\(key)")
    }

    private func reports() async throws -> [TaskReport?] {
        var reports: [TaskReport?] = []
        for task in plan.tasks { reports.append(try await report(of: task)) }
        return reports
    }

    // MARK: Commands

    /// Processes a task.
    func work(index: Int) async throws -> ExitCode {
        let task = try plan.task(index)
        guard try await report(of: task) == nil else {
            Console.write("\(task.text): was done before\n")
            return .done
        }
        return try await TemporaryFolder.use { folder in
            let (paths, count) = try await RemoteInputs.read(plan, task, into: folder)
            let pipeline = try JobPipeline.load(plan, catalogue: .tool, plugins: .standard, substituting: paths)
            let local = JobFolder(output: "\(folder)/output")
            if task.kind == .chunk { try await downloadAnalyses(to: local) }
            let worker = JobWorker(plan, local, pipeline, software: OpenedJob.software, encoding: .video)
            guard case .done(let report) = try await worker.work(on: index) else { return .runFailed }
            guard try await upload(report, of: task, from: local) else {
                Console.write("\(task.text): was done before\n")
                return .done
            }
            Console.write("\(task.text): \(JobStatusText.result(report)), from \(count) bytes\n")
            return .done
        }
    }

    /// Stores the reports of the analyses that are done, which chunks require.
    private func downloadAnalyses(to folder: JobFolder) async throws {
        for task in plan.tasks where task.kind == .analysis {
            guard let report = try await report(of: task) else { return }
            try TemporaryFolder.write(report.bytes, to: folder.report(task))
        }
    }

    /// Uploads the files of a task, then its report. Returns false if another worker was first.
    private func upload(_ report: TaskReport, of task: JobTask, from folder: JobFolder) async throws -> Bool {
        var report = report
        let attempt = "\(UUID())"
        report.attempt = attempt
        let files = report.renditions.flatMap(\.files)
        for file in files {
            let bytes = try Data(contentsOf: URL(filePath: folder.file(file.path, of: task)))
            _ = try await bucket.put(key(task, "\(attempt)/\(file.path)"), Array(bytes))
        }
        if try await bucket.put(key(task, "report.json"), report.bytes, onlyIfAbsent: true) { return true }
        for file in files { try await bucket.delete(key(task, "\(attempt)/\(file.path)")) }
        return false
    }

    /// Processes the remaining tasks on this machine and publishes the presentation.
    func run(workers: Int) async throws -> ExitCode {
        var tasks: [JobTask] = []
        for task in plan.tasks where try await report(of: task) == nil { tasks.append(task) }
        let count = plan.tasks.count
        try await TemporaryFolder.use { folder in
            let engine = LocalEngine(
                JobFolder(output: folder), tool: OpenedJob.toolPath, workers: workers, plan: url.text)
            try await engine.run(tasks) { task, remaining in
                Console.error("\(task.text): done, \(count - remaining) of \(count)\n")
            }
        }
        return try await stitch()
    }

    func status(asJSON: Bool) async throws -> ExitCode {
        var state = JobState(plan, try await reports(), running: [:])
        state.isPublished = try await isPublished
        let text = JobStatusText(OpenedJob(folder: JobFolder(output: "/"), plan: plan))
        Console.write(asJSON ? JSONText.text(JobStatusDocument(state: state)) : text.text(state, nil))
        return .done
    }

    private var isPublished: Bool {
        get async throws {
            guard let bytes = try await bucket.get(url.key(of: ".job/stitched.json")) else { return false }
            return String(decoding: bytes, as: UTF8.self).contains(plan.identity)
        }
    }

    /// Verifies the results of all tasks, and publishes the presentation: copies of the segments, then playlists.
    func stitch() async throws -> ExitCode {
        if try await isPublished {
            Console.write("\(url.text) was published before\n")
            return .done
        }
        let reports = try await reports()
        // Refuses missing tasks before anything is downloaded.
        _ = try JobResult(plan, reports)
        try await TemporaryFolder.use { folder in
            let local = JobFolder(output: folder)
            let sources = try await download(reports.compactMap { $0 }, to: local)
            let pipeline = try JobPipeline.load(plan, catalogue: .tool, plugins: .standard)
            let status = try await JobStitch(plan, local, pipeline).run()
            for problem in status.problems where problem.severity != .note {
                Console.error("sluice: \(problem.severity.rawValue): \(problem.stage): \(problem.message)\n")
            }
            let paths = try FileManager.default.subpathsOfDirectory(atPath: folder).filter { path in
                var isFolder: ObjCBool = false
                let exists = FileManager.default.fileExists(atPath: "\(folder)/\(path)", isDirectory: &isFolder)
                return exists && !isFolder.boolValue && !path.hasPrefix(".job/")
            }
            for (path, source) in sources { try await bucket.copy(source, to: url.key(of: path)) }
            for path in paths.sorted() where sources[path] == nil {
                _ = try await bucket.put(
                    url.key(of: path), Array(try Data(contentsOf: URL(filePath: "\(folder)/\(path)"))))
            }
            let record = try Data(contentsOf: URL(filePath: local.stitched))
            _ = try await bucket.put(url.key(of: ".job/stitched.json"), Array(record))
            for source in sources.values { try await bucket.delete(source) }
        }
        Console.write("published \(url.text)\n")
        return .done
    }

    /// Downloads the reports and files of all tasks. Returns the keys of the files by their final paths.
    private func download(_ reports: [TaskReport], to folder: JobFolder) async throws -> [String: String] {
        let size = reports.reduce(0) { $0 + $1.byteCount }
        guard size < folder.freeBytes else {
            throw JobError(
                .temporary,
                "publishing requires \(size >> 20) MiB in '\(folder.output)', and \(folder.freeBytes >> 20) MiB are "
                    + "free; set TMPDIR")
        }
        var sources: [String: String] = [:]
        for report in reports {
            let task = try plan.task(report.task)
            let attempt = report.attempt ?? ""
            for file in report.renditions.flatMap(\.files) {
                let source = key(task, "\(attempt)/\(file.path)")
                guard let bytes = try await bucket.get(source) else {
                    throw JobError(
                        "'s3://\(url.bucket)/\(source)' is missing; remove the report next to it and process task \(task.index) again"
                    )
                }
                try TemporaryFolder.write(bytes, to: "\(folder.result(task))/\(file.path)")
                sources[file.path] = source
            }
            try TemporaryFolder.write(report.bytes, to: folder.report(task))
        }
        return sources
    }
}
