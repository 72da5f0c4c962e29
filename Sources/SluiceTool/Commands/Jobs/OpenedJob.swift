import CGStreamerLibraries
import EncodingJobs
import Foundation
import PipelineRuntime
import Sluice
import StageKit

/// A planned job, and the commands that process it on this machine.
struct OpenedJob: Sendable {
    let folder: JobFolder
    let plan: JobPlan

    init(_ path: String) throws(JobError) {
        folder = JobFolder(named: path)
        plan = try folder.plan()
    }

    init(folder: JobFolder, plan: JobPlan) { (self.folder, self.plan) = (folder, plan) }

    /// The path of this program.
    static var toolPath: String { URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().path }

    /// The software of this machine.
    static var software: JobSoftware {
        var (major, minor, micro, nano): (guint, guint, guint, guint) = (0, 0, 0, 0)
        gst_version(&major, &minor, &micro, &nano)
        return JobSoftware(tool: Tool.version, gstreamer: "\(major).\(minor).\(micro)")
    }

    private func pipeline() throws(JobError) -> PipelinePlan {
        try JobPipeline.load(plan, catalogue: .tool, plugins: .standard)
    }

    /// Processes a task.
    func work(index: Int) async throws -> ExitCode {
        let task = try plan.task(index)
        let outcome = try await TemporaryFolder.use { local in
            var paths: [String: String] = [:]
            if try folder.report(of: task) == nil { paths = try await RemoteInputs.read(plan, task, into: local).paths }
            let pipeline = try JobPipeline.load(
                plan, catalogue: .tool, plugins: .standard, substituting: paths)
            return try await JobWorker(plan, folder, pipeline, software: Self.software, encoding: .video)
                .work(on: index)
        }
        switch outcome {
        case .done(let report):
            Console.write("\(task.text): \(JobStatusText.result(report))\n")
        case .wasDone: Console.write("\(task.text): was done before\n")
        }
        return .done
    }

    /// Verifies the results of all tasks and publishes the presentation.
    func stitch() async throws -> ExitCode {
        let status = try await JobStitch(plan, folder, try pipeline()).run()
        for problem in status.problems where problem.severity != .note {
            Console.error("sluice: \(problem.severity.rawValue): \(problem.stage): \(problem.message)\n")
        }
        Console.write("published \(folder.output)\n")
        return .done
    }
}
