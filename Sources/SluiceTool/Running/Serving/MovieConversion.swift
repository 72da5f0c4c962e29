import Foundation
import Glibc
import OnDemand
import StageKit

/// Converts a movie to MP4 without encoding, in a separate process with limits: a hostile file can end that process only.
enum MovieConversion {
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
        let process = LimitedProcess(
            seconds: seconds, processorSeconds: seconds, work: "'\(conversion.name)' cannot be converted")
        try await process.run(["run", pipeline, "--quiet"], log: log)
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
}
