import EncodingJobs
import Foundation
import Glibc
import Media
import OnDemand
import StageKit
import SystemFiles

/// Runs this program in a separate process with limits: a hostile file can end that process only.
struct LimitedProcess {
    /// The maximum memory of the process, in KiB.
    var memory = 2 << 20
    /// The maximum time, and the maximum time of all processors, in seconds.
    var seconds: Int
    var processorSeconds: Int
    /// The work in messages, such as `'movie.mkv' cannot be converted`.
    var work: String

    /// Runs a command. Its output is appended to the log, where failures are looked up. Cancelling the task ends it.
    func run(_ arguments: [String], log: String) async throws(StageError) {
        let limits = "ulimit -d \(memory); ulimit -t \(processorSeconds); exec \"$@\""
        let child = ChildProcess(
            "/usr/bin/timeout",
            ["--kill-after=5", "\(seconds)", "/bin/sh", "-c", limits, "sh", OpenedJob.toolPath] + arguments)
        let end: ChildProcess.End
        do throws(JobError) {
            end = try await child.run(log: log)
        } catch {
            throw StageError(.unreadableInput, "\(work): \(error.message)")
        }
        guard end == .exit(0) else { throw failure(end, log) }
    }

    /// Runs the pipeline with this text; the paths of temporary files start with `base`.
    func run(pipeline text: () throws -> String, base: String) async throws(StageError) {
        let (pipeline, log) = (base + ".yaml", base + ".log")
        defer { for path in [pipeline, log] { unlink(path) } }
        do {
            try text().write(toFile: pipeline, atomically: true, encoding: .utf8)
        } catch {
            throw StageError.cache(error, at: pipeline)
        }
        try await run(["run", pipeline, "--quiet"], log: log)
    }

    /// Returns a path as a JSON string: every character is quoted as YAML requires.
    static func quoted(_ path: String) throws -> String {
        let data = try JSONSerialization.data(
            withJSONObject: path, options: [.fragmentsAllowed, .withoutEscapingSlashes])
        return String(decoding: data, as: UTF8.self)
    }

    /// The free space below which writing fails, in bytes.
    private static let minimumSpace = 64 << 10
    /// The errors of a full disk.
    private static let fullDisk = [ENOSPC, EDQUOT]

    private func failure(_ end: ChildProcess.End, _ log: String) -> StageError {
        // The exit status of timeout(1).
        if end == .exit(124) { return StageError(.limitReached, "\(work) within \(seconds) s") }
        let folder = log.lastIndex(of: "/").map { String(log[..<$0]) } ?? "."
        // Without space, the log has no reason.
        if JobFolder(output: folder).freeBytes < Self.minimumSpace { return .fullCache(work) }
        let lines = FileHead.read(log, count: 1 << 16).map { String(decoding: $0, as: UTF8.self) } ?? ""
        let all = lines.split(whereSeparator: \.isNewline)
        if all.contains(where: { line in Self.fullDisk.contains { line.contains("\(SystemError(code: $0))") } }) {
            return .fullCache(work)
        }
        let reason = (all.first { $0.contains("error") } ?? all.last).map(Self.message) ?? "it failed"
        return StageError(.damagedInput, "\(work): \(reason)")
    }

    /// The message of an error in the log, without its time, its place in a temporary file and its stage.
    private static func message(_ line: Substring) -> String {
        String(line.firstMatch(of: /error: (?:\w+ \([\w.]+\): )?(.+)/)?.1 ?? line)
    }
}

extension StageError {
    /// The disk of the cache folder is full.
    static func fullCache(_ work: String) -> StageError {
        StageError(
            .cacheFull, "\(work): the disk of the cache folder is full; free space, or set another folder (--cache)")
    }

    /// An error of writing a file of the cache folder.
    static func cache(_ error: any Error, at path: String) -> StageError {
        if (error as? CocoaError)?.code == .fileWriteOutOfSpace { return fullCache("cannot write '\(path)'") }
        return StageError(.unwritableOutput, "cannot write '\(path)': \(error.localizedDescription)")
    }
}
