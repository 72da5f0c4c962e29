import Foundation
import Glibc
import OnDemand
import PackagingStages
import StageKit

/// Converts a movie to MP4 without encoding, in a separate process with limits: a hostile file can end that process only.
enum MovieConversion {
    /// The time for any file, and the lowest speed in bytes per second after it.
    private static let (patience, speed) = (60, 4 << 20)

    static func convert(_ conversion: MovieCache.Conversion) async throws(StageError) {
        let seconds = patience + conversion.size / speed
        let process = LimitedProcess(
            seconds: seconds, processorSeconds: seconds, work: "'\(conversion.name)' cannot be converted")
        try await process.run(pipeline: { () throws in try text(conversion) }, base: conversion.target)
    }

    /// The pipeline, with JSON strings as paths: every character is quoted as YAML requires.
    private static func text(_ conversion: MovieCache.Conversion) throws -> String {
        let missing = conversion.allowsMissing ? ", allow-missing: [video, audio]" : ""
        return """
            pipeline: conversion
            stages:
              source:
                use: \(MediaReader(path: conversion.source).kind)
                with: { path: \(try LimitedProcess.quoted(conversion.source)), max-damage: 1000000000\(missing) }
              movie:
                use: file.movie
                from: source
                with: { path: \(try LimitedProcess.quoted(conversion.target)), type: mp4, text: true, fragment-interval: 0s, when-exists: replace }

            """
    }
}
