import Foundation
import Glibc
package import Media
import SystemFiles

/// The folder of one attempt at a task. A rename publishes it as the result of the task.
///
/// A rename to a folder with content fails, so that only one of several attempts succeeds. Segments of different
/// attempts, which may differ, are never mixed.
package struct AttemptFolder: Sendable {
    let path: String
    /// The folder of all attempts, and the start of the names of attempts at the same task.
    private let attempts: String
    private let prefix: String

    /// Creates the folder below the folder of a job.
    package init(_ task: JobTask, in folder: JobFolder) throws(JobError) {
        path = folder.attempt(task, name: "\(Self.host)-\(getpid())")
        (attempts, prefix) = (folder.attempts, "\(task.name)-")
        try FileTree.remove(path)
        try FileTree.makeFolders(path)
    }

    /// The name of this machine.
    package static var host: String {
        var name = [CChar](repeating: 0, count: 256)
        gethostname(&name, name.count - 1)
        let bytes = name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return String(decoding: bytes, as: UTF8.self)
    }

    package func store(_ data: ByteRope, at name: String) throws(JobError) {
        guard access(path, F_OK) == 0 else {
            throw JobError(.temporary, "'\(path)' was removed, because another attempt was published")
        }
        let full = "\(path)/\(name)"
        if let slash = full.lastIndex(of: "/") { try FileTree.makeFolders(String(full[..<slash])) }
        try FileTree.write(data, to: full)
    }

    /// Replaces a file that is not part of the result.
    func replace(_ name: String, with data: ByteRope) throws(JobError) {
        try FileTree.write(data, to: "\(path)/\(name)")
    }

    func remove(_ name: String) throws(JobError) { try FileTree.remove("\(path)/\(name)") }

    private static let statistics = "statistics"

    /// Creates the folder of the first pass's files. Returns the start of their paths.
    func makeStatistics() throws(JobError) -> String {
        try FileTree.makeFolders("\(path)/\(Self.statistics)")
        return "\(path)/\(Self.statistics)/pass"
    }

    func removeStatistics() throws(JobError) { try remove(Self.statistics) }

    /// Publishes the attempt. Returns false if another attempt has been published before.
    package func publish(to result: String) throws(JobError) -> Bool {
        if let slash = result.lastIndex(of: "/") { try FileTree.makeFolders(String(result[..<slash])) }
        if rename(path, result) == 0 {
            discardOthers()
            return true
        }
        let code = errno
        guard code == ENOTEMPTY || code == EEXIST else {
            throw JobError(.temporary, "cannot publish '\(result)': \(SystemError(code: code))")
        }
        try FileTree.remove(path)
        return false
    }

    /// Removes other attempts at the task: attempts of dead machines, and attempts that can no longer be published.
    private func discardOthers() {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: attempts)) ?? []
        for name in names where name.hasPrefix(prefix) { try? FileTree.remove("\(attempts)/\(name)") }
    }

    /// Removes the files of the attempt.
    package func discard() { try? FileTree.remove(path) }
}
