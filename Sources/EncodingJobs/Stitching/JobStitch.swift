import Digests
import Media
import PackagingStages
package import PipelineRuntime
import StageKit

/// Joins the results of all tasks to one presentation, through the stages of the pipeline that publish it.
package struct JobStitch: Sendable {
    private let plan: JobPlan
    private let folder: JobFolder
    private let pipeline: PipelinePlan
    private let layout: JobLayout

    package init(_ plan: JobPlan, _ folder: JobFolder, _ pipeline: PipelinePlan) throws(JobError) {
        (self.plan, self.folder, self.pipeline) = (plan, folder, pipeline)
        layout = try JobLayout(pipeline)
    }

    /// Verifies the reports and, unless `readsFiles` is false, the bytes of all files.
    package static func verify(
        _ plan: JobPlan, _ folder: JobFolder, readsFiles: Bool = true
    ) throws -> JobResult {
        var reports: [TaskReport?] = []
        var damaged: [JobFindings.Finding] = []
        for task in plan.tasks {
            do throws(JobError) {
                reports.append(try folder.report(of: task))
            } catch {
                damaged.append(.init(error.message, tasks: [task.index]))
                reports.append(nil)
            }
        }
        guard damaged.isEmpty else { throw JobFindings(findings: damaged) }
        let result = try JobResult(plan, reports)
        for (index, file) in result.files {
            let path = folder.file(file.path, of: plan.tasks[index])
            if let problem = problem(of: file, at: path, readsFiles: readsFiles) {
                damaged.append(.init("'\(path)' of task \(index) \(problem)", tasks: [index]))
            }
        }
        guard damaged.isEmpty else { throw JobFindings(findings: damaged) }
        return result
    }

    private static func problem(of file: ReportedFile, at path: String, readsFiles: Bool) -> String? {
        guard let size = FileTree.size(of: path) else { return "is missing" }
        guard size == file.byteCount else { return "has \(size) bytes instead of \(file.byteCount)" }
        guard readsFiles else { return nil }
        guard let bytes = try? FileTree.read(path) else { return "cannot be read" }
        return SHA256.text(of: bytes) == file.digest ? nil : "has another content than reported"
    }

    /// Publishes the presentation. Throws ``JobFindings`` if the results contradict each other.
    package func run() async throws -> RunStatus {
        let result = try Self.verify(plan, folder)
        var files: [String: String] = [:]
        for (index, file) in result.files { files[file.path] = folder.file(file.path, of: plan.tasks[index]) }
        let source = ReadSegments(result, plan, folder)
        var publishing = PipelinePlan(
            name: pipeline.name, stages: [StageCatalogue.planned(ReadSegments.self, "job-read", .source(source), [])])
        publishing.redactor = pipeline.redactor
        for name in layout.publishing {
            guard var stage = layout.stage(name) else { continue }
            if name == layout.playlists { stage.inputs = ["job-read"] }
            if stage.stage.as(StoreInFolder.self) != nil {
                let sink = PublishFiles(in: folder, files: files)
                stage = StageCatalogue.planned(PublishFiles.self, stage.name, .sink(sink), stage.inputs)
            }
            publishing.stages.append(stage)
        }
        let status: RunStatus
        do {
            status = try await PipelineRun(plan: publishing).run()
        } catch {
            throw JobError("\(error)")
        }
        guard status.succeeded else { throw JobError(.temporary, status.failureText) }
        let record = StitchedJob(plan: plan.identity, byteCount: result.files.reduce(0) { $0 + $1.file.byteCount })
        try FileTree.replace(folder.stitched, with: .init(JobDocument.bytes(of: record)))
        // Attempts of machines that were killed; an attempt that still runs finds that its task is done.
        try? FileTree.remove(folder.attempts)
        return status
    }
}

extension RunStatus {
    /// The reason for a failure, in words.
    package var failureText: String {
        if let failure { return "\(failure.stage): \(failure.message)" }
        if let problem = problems.first(where: { $0.severity == .error }) {
            return "\(problem.stage): \(problem.message)"
        }
        return "the run was aborted"
    }
}
