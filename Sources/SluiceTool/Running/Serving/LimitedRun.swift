import EncodingJobs
import Foundation
import Glibc
import StageKit

/// A run of a pipeline in a separate process with limits: hostile media can end that process only.
struct LimitedRun {
    /// The path of temporary files, without their suffixes.
    let base: String
    /// The movie in messages.
    let name: String
    /// The maximum memory of the process, in KiB.
    let memory: Int
    let seconds: Int

    /// Runs the pipeline with this text. Returns its end, and the start of its log.
    func run(_ text: () throws -> String) async throws(StageError) -> (end: ChildProcess.End, log: String) {
        let (pipeline, log) = (base + ".yaml", base + ".log")
        defer { for path in [pipeline, log] { unlink(path) } }
        do {
            try text().write(toFile: pipeline, atomically: true, encoding: .utf8)
        } catch {
            throw StageError(.unwritableOutput, "cannot write '\(pipeline)': \(error.localizedDescription)")
        }
        let limits = "ulimit -d \(memory); ulimit -t \(seconds); exec \"$@\""
        let program = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "/proc/self/exe"
        let child = ChildProcess(
            "/usr/bin/timeout",
            ["--kill-after=5", "\(seconds)", "/bin/sh", "-c", limits, "sh", program, "run", pipeline, "--quiet"])
        do throws(JobError) {
            let end = try await child.run(log: log)
            return (end, FileHead.read(log, count: 1 << 16).map { String(decoding: $0, as: UTF8.self) } ?? "")
        } catch {
            throw StageError(.unreadableInput, "'\(name)' cannot be converted: \(error.message)")
        }
    }

    /// Returns a path as a JSON string: every character is quoted as YAML requires.
    static func quoted(_ path: String) throws -> String {
        let data = try JSONSerialization.data(
            withJSONObject: path, options: [.fragmentsAllowed, .withoutEscapingSlashes])
        return String(decoding: data, as: UTF8.self)
    }
}
