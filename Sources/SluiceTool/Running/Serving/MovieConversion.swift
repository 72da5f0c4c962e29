import EncodingJobs
import Foundation
import Glibc
import Media
import OnDemand
import StageKit

/// Converts a movie to MP4 without encoding, in a separate process with limits: a hostile file can end that process only.
enum MovieConversion {
    /// The maximum memory of the process, in KiB.
    private static let memory = 2 << 20
    /// The time for any file, and the lowest speed in bytes per second after it.
    private static let (patience, speed) = (60, 4 << 20)

    static func convert(_ conversion: MovieCache.Conversion) async throws(StageError) {
        let pipeline = conversion.target + ".yaml"
        let log = conversion.target + ".log"
        defer { for path in [pipeline, log] { unlink(path) } }
        do {
            try text(conversion).write(toFile: pipeline, atomically: true, encoding: .utf8)
        } catch {
            throw StageError(.unwritableOutput, "cannot write '\(pipeline)': \(error.localizedDescription)")
        }
        let seconds = patience + conversion.size / speed
        let limits = "ulimit -d \(memory); ulimit -t \(seconds); exec \"$@\""
        let program = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "/proc/self/exe"
        let child = ChildProcess(
            "/usr/bin/timeout",
            ["--kill-after=5", "\(seconds)", "/bin/sh", "-c", limits, "sh", program, "run", pipeline, "--quiet"])
        let end: ChildProcess.End
        do throws(JobError) {
            end = try await child.run(log: log)
        } catch {
            throw StageError(.unreadableInput, "'\(conversion.name)' cannot be converted: \(error.message)")
        }
        guard end == .exit(0) else { throw failure(end, log, conversion, seconds) }
    }

    /// The pipeline, with JSON strings as paths: every character is quoted as YAML requires.
    private static func text(_ conversion: MovieCache.Conversion) throws -> String {
        func quoted(_ path: String) throws -> String {
            let data = try JSONSerialization.data(
                withJSONObject: path, options: [.fragmentsAllowed, .withoutEscapingSlashes])
            return String(decoding: data, as: UTF8.self)
        }
        return """
            pipeline: conversion
            stages:
              source:
                use: \(conversion.isTransport ? "ts.read" : "file.read")
                with: { path: \(try quoted(conversion.source)), max-damage: 1000000000 }
              movie:
                use: file.movie
                from: source
                with: { path: \(try quoted(conversion.target)), type: mp4, fragment-interval: 0s, when-exists: replace }

            """
    }

    private static func failure(
        _ end: ChildProcess.End, _ log: String, _ conversion: MovieCache.Conversion, _ seconds: Int
    ) -> StageError {
        // The exit status of timeout(1).
        if end == .exit(124) {
            return StageError(.limitReached, "'\(conversion.name)' cannot be converted within \(seconds) s")
        }
        let lines = FileHead.read(log, count: 1 << 16).map { String(decoding: $0, as: UTF8.self) } ?? ""
        let all = lines.split(whereSeparator: \.isNewline)
        let reason = (all.first { $0.contains("error") } ?? all.last).map(String.init) ?? "the conversion failed"
        return StageError(.damagedInput, "'\(conversion.name)' cannot be converted: \(reason)")
    }
}
