import Glibc
import SystemFiles

/// The log of a task.
package enum JobLog {
    /// The number of bytes at the end of a log that are read.
    private static let tailSize = 8192

    /// Returns the last lines of a log.
    package static func lastLines(of path: String, _ count: Int = 6) -> [String] {
        guard let descriptor = try? RegularFile.open(path) else { return [] }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return [] }
        var buffer = [UInt8](repeating: 0, count: tailSize)
        let start = max(0, Int(status.st_size) - tailSize)
        let size = pread(descriptor, &buffer, tailSize, off_t(start))
        guard size > 0 else { return [] }
        var lines = String(decoding: buffer[..<size], as: UTF8.self).split(whereSeparator: \.isNewline)
        // The first line is incomplete.
        if start > 0, lines.count > 1 { lines.removeFirst() }
        return lines.suffix(count).map(String.init)
    }

    /// Returns the last error in a log, without the prefix of the tool; its last line if there is none.
    static func end(of path: String) -> String {
        guard FileTree.size(of: path) != nil else { return "there is no log" }
        let lines = lastLines(of: path, .max)
        let prefix = "sluice: error: "
        guard let last = lines.last(where: { $0.hasPrefix(prefix) }) ?? lines.last else { return "its log is empty" }
        return last.hasPrefix(prefix) ? String(last.dropFirst(prefix.count)) : last
    }
}

extension JobFolder {
    /// The command that processes a task alone.
    package func command(_ task: JobTask) -> String {
        "sluice job work \(TaskScript.quoted(planPath)) --index \(task.index)"
    }

    /// The error of a task that failed, with the end of its log.
    func failure(of task: JobTask) -> JobError {
        let log = log(task)
        return JobError(
            "\(task.text) failed: \(JobLog.end(of: log)); see '\(log)', or repeat it with: \(command(task))")
    }
}
