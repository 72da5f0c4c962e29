import Glibc
package import Media
import SystemFiles

/// The folder of one attempt at a task. A rename publishes it as the result of the task.
///
/// A rename to a folder with content fails, so that only one of several attempts succeeds. Segments of different
/// attempts, which may differ, are never mixed.
package struct AttemptFolder: Sendable {
    let path: String

    /// Creates the folder below the folder of a job.
    package init(_ task: JobTask, in folder: JobFolder) throws(JobError) {
        path = folder.attempt(task, name: "\(Self.host)-\(getpid())")
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
        let full = "\(path)/\(name)"
        if let slash = full.lastIndex(of: "/") { try FileTree.makeFolders(String(full[..<slash])) }
        try FileTree.write(data, to: full)
    }

    /// Publishes the attempt. Returns false if another attempt has been published before.
    package func publish(to result: String) throws(JobError) -> Bool {
        if let slash = result.lastIndex(of: "/") { try FileTree.makeFolders(String(result[..<slash])) }
        if rename(path, result) == 0 { return true }
        let code = errno
        guard code == ENOTEMPTY || code == EEXIST else {
            throw JobError(.temporary, "cannot publish '\(result)': \(SystemError(code: code))")
        }
        try FileTree.remove(path)
        return false
    }

    /// Removes the files of the attempt.
    package func discard() { try? FileTree.remove(path) }
}
