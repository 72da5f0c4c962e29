import SystemFiles

/// The log of a task.
package enum JobLog {
    /// The last line of a log, without the prefix of the tool.
    package static func end(of path: String) -> String {
        guard let bytes = try? RegularFile.read(path, limit: 16 << 20) else { return "there is no log" }
        let lines = String(decoding: bytes.suffix(4096), as: UTF8.self).split(whereSeparator: \.isNewline)
        let prefix = "sluice: error: "
        guard let last = lines.last(where: { $0.hasPrefix(prefix) }) ?? lines.last else { return "its log is empty" }
        return last.hasPrefix(prefix) ? String(last.dropFirst(prefix.count)) : String(last)
    }
}
