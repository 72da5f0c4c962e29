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
        let seconds = patience + conversion.size / speed
        let run = LimitedRun(base: conversion.target, name: conversion.name, memory: memory, seconds: seconds)
        let (end, log) = try await run.run { () throws in try text(conversion) }
        guard end == .exit(0) else { throw failure(end, log, conversion, seconds) }
    }

    /// The pipeline, with JSON strings as paths: every character is quoted as YAML requires.
    private static func text(_ conversion: MovieCache.Conversion) throws -> String {
        return """
            pipeline: conversion
            stages:
              source:
                use: \(conversion.isTransport ? "ts.read" : "file.read")
                with: { path: \(try LimitedRun.quoted(conversion.source)), max-damage: 1000000000 }
              movie:
                use: file.movie
                from: source
                with: { path: \(try LimitedRun.quoted(conversion.target)), type: mp4, fragment-interval: 0s, when-exists: replace }

            """
    }

    private static func failure(
        _ end: ChildProcess.End, _ log: String, _ conversion: MovieCache.Conversion, _ seconds: Int
    ) -> StageError {
        // The exit status of timeout(1).
        if end == .exit(124) {
            return StageError(.limitReached, "'\(conversion.name)' cannot be converted within \(seconds) s")
        }
        let all = log.split(whereSeparator: \.isNewline)
        let reason = (all.first { $0.contains("error") } ?? all.last).map(String.init) ?? "the conversion failed"
        return StageError(.damagedInput, "'\(conversion.name)' cannot be converted: \(reason)")
    }
}
