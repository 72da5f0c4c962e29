import Glibc
import StageKit

/// The statistics that an encoder's first pass stores for the second: files in a temporary folder, which is removed
/// with this object.
final class PassStatistics: Sendable {
    /// The path of the statistics file. The encoder creates others next to it.
    let path: String
    private let folder: String

    /// Creates a folder in `parent`, or in the system's folder for temporary files.
    init(in parent: String? = nil) throws(StageError) {
        let parent = parent ?? getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(parent)/asset-writer-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else {
            let reason = String(cString: strerror(errno))
            throw StageError(
                .unwritableOutput, "cannot create a folder for encoder statistics in \(parent): \(reason)")
        }
        folder = String(cString: made)
        path = folder + "/record"
    }

    deinit {
        guard let entries = opendir(folder) else { return }
        while let entry = readdir(entries) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { unlink("\(folder)/\(name)") }
        }
        closedir(entries)
        rmdir(folder)
    }
}
