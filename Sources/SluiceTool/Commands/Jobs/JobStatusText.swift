import EncodingJobs
import Glibc
import Media

/// Shows the state of a job, read from the files of its tasks and from its engine.
struct JobStatusText {
    private let job: OpenedJob

    init(_ job: OpenedJob) { self.job = job }

    static func seconds(_ value: Double) -> String {
        MediaTime(seconds: value, preferredTimescale: 1000).decimal(places: 1) + " s"
    }

    /// Returns the result of a task in words.
    static func result(_ report: TaskReport) -> String {
        let result =
            report.complexity.map { "complexity of \($0.byteCount) bytes" }
            ?? "\(report.segmentCount) segments, \(report.byteCount) bytes"
        return "\(result) in \(seconds(report.wallSeconds))"
    }

    /// Shows the state; every second until the job is published if `isWatching`.
    func run(asJSON: Bool, isWatching: Bool) async throws -> ExitCode {
        while true {
            let state = try JobState(job.plan, job.folder)
            var engine: [String: Int]?
            if let submitted = SubmittedJob.read(from: job.folder) {
                engine = try? await SlurmEngine.states(of: submitted)
            }
            // Clears the screen, so that the lines stay in place.
            let clears = isWatching && isatty(STDOUT_FILENO) == 1
            let text = asJSON ? JSONText.text(JobStatusDocument(state: state, engine: engine)) : text(state, engine)
            Console.write((clears ? "\u{1B}[H\u{1B}[2J" : "") + text)
            if !isWatching || state.isPublished { return .done }
            try await Task.sleep(for: .seconds(1))
        }
    }

    func text(_ state: JobState, _ engine: [String: Int]?) -> String {
        let left = state.secondsLeft.map { ", about \(Self.duration($0)) left" } ?? ""
        var lines = [
            "\(state.output): \(state.done) of \(state.tasks) tasks done (\(Self.percent(state.fraction)))\(left), "
                + "\(state.bytes) bytes, \(Self.seconds(state.processorSeconds)) of processor time"
        ]
        lines.append(state.isPublished ? "published" : "not published")
        if let engine, !engine.isEmpty {
            lines.append(
                "slurm: " + engine.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", "))
        }
        for progress in state.running {
            lines.append(
                "\(job.plan.tasks[progress.task].text): \(Self.percent(progress.fraction)) after "
                    + "\(Self.duration(progress.seconds)) on '\(progress.host)'")
        }
        for failed in state.failed {
            lines.append("\(job.plan.tasks[failed.task].text) has failed; the end of its log:")
            lines += failed.log.map { "    \($0)" }
            lines.append("  repeat it with: \(failed.command)")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func percent(_ fraction: Double) -> String { "\(Int(fraction * 100)) %" }

    /// Returns a time such as `12 s`, `3 min` or `2 h 5 min`.
    static func duration(_ seconds: Double) -> String {
        let whole = Int(min(max(0, seconds), 1e9).rounded())
        if whole < 120 { return "\(whole) s" }
        let minutes = (whole + 30) / 60
        return minutes < 120 ? "\(minutes) min" : "\(minutes / 60) h \(minutes % 60) min"
    }
}
