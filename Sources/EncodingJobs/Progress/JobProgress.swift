import Foundation
import Glibc
import Media
import SystemTime

/// The progress of an attempt at a task, which its worker writes while it runs.
package struct JobProgress: Sendable, Hashable, Codable {
    static let schema = "sluice-job-progress-1"
    /// The file in the folder of the attempt.
    static let name = "progress.json"
    /// The time between two writes.
    static let interval = Duration.seconds(2)
    /// The age after which the worker is presumed dead, in seconds.
    private static let longestSilence: Int64 = 30

    package var schema = Self.schema
    package var task: Int
    /// The machine, and the time since the start of the attempt, in seconds.
    package var host: String
    package var seconds: Double
    /// The part of the task's segments that are stored, from 0 to 1.
    package var fraction: Double

    package init(task: Int, host: String, seconds: Double, fraction: Double) {
        (self.task, self.host, self.seconds, self.fraction) = (task, host, seconds, fraction)
    }

    /// Parses and validates the file of an attempt.
    package init(parsing bytes: [UInt8], from path: String) throws(JobError) {
        self = try JobDocument.parse(bytes, schema: Self.schema, path: path)
        guard task >= 0, fraction >= 0, fraction <= 1, seconds >= 0 else { throw JobError("'\(path)' is damaged") }
    }

    /// Returns, by task, the furthest attempt that has reported in the last half minute.
    package static func running(in folder: JobFolder) -> [Int: JobProgress] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.attempts)) ?? []
        var result: [Int: JobProgress] = [:]
        for name in names {
            let path = "\(folder.attempts)/\(name)/\(Self.name)"
            var status = stat()
            guard stat(path, &status) == 0,
                SystemClock().wallTime.seconds - Int64(status.st_mtim.tv_sec) < longestSilence,
                let bytes = try? FileTree.read(path, limit: 64 << 10),
                let progress = try? JobProgress(parsing: bytes, from: path)
            else { continue }
            if progress.fraction >= result[progress.task]?.fraction ?? 0 { result[progress.task] = progress }
        }
        return result
    }
}
