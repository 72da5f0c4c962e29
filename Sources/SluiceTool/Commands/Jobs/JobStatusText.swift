import EncodingJobs
import Media

/// The state of a job, read from the reports of its tasks and from its engine.
struct JobStatusText {
    private let job: OpenedJob

    init(_ job: OpenedJob) { self.job = job }

    /// The state as a document.
    private struct Document: Codable {
        var output: String
        var tasks: Int
        var done: Int
        var missing: [Int]
        var bytes: Int
        /// The processor time of the tasks that are done.
        var processorSeconds: Double
        var isPublished: Bool
        /// The number of the engine's elements by state; nil without an engine.
        var engine: [String: Int]?
    }

    static func seconds(_ value: Double) -> String {
        MediaTime(seconds: value, preferredTimescale: 1000).decimal(places: 1) + " s"
    }

    func run(asJSON: Bool) async throws -> ExitCode {
        let (plan, folder) = (job.plan, job.folder)
        var (reports, missing): ([TaskReport], [JobTask]) = ([], [])
        for task in plan.tasks {
            if let report = try folder.report(of: task) { reports.append(report) } else { missing.append(task) }
        }
        var states: [String: Int]?
        if let submitted = SubmittedJob.read(from: folder) { states = try? await SlurmEngine.states(of: submitted) }
        let document = Document(
            output: folder.output, tasks: plan.tasks.count, done: reports.count, missing: missing.map(\.index),
            bytes: reports.reduce(0) { $0 + $1.byteCount },
            processorSeconds: reports.reduce(0) { $0 + $1.processorSeconds }, isPublished: folder.isStitched(plan),
            engine: states)
        if asJSON {
            Console.write(JSONText.text(document))
            return .done
        }
        var lines = [
            "\(folder.output): \(document.done) of \(document.tasks) tasks done, \(document.bytes) bytes, "
                + "\(Self.seconds(document.processorSeconds)) of processor time"
        ]
        lines.append(document.isPublished ? "published" : "not published")
        if let states, !states.isEmpty {
            lines.append(
                "slurm: " + states.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", "))
        }
        for task in missing {
            guard let end = lastMessage(of: task) else { continue }
            lines.append(
                "\(task.text): \(end); repeat it with 'sluice job work \(folder.planPath) --index \(task.index)'")
        }
        Console.write(lines.joined(separator: "\n") + "\n")
        return .done
    }

    /// The end of a task's log of the local engine; nil before it has started.
    private func lastMessage(of task: JobTask) -> String? {
        let path = "\(job.folder.logs)/\(task.name).log"
        return JobFolder.exists(path) ? JobLog.end(of: path) : nil
    }
}
