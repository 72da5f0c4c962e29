import Glibc
import Media
import StageKit
import SystemFiles

/// Reads the files that an earlier run left in a folder, through memory mappings.
final class EarlierRunFiles: Sendable {
    /// Opened separately, because readers may outlive the store and a duplicated descriptor would retain its lock.
    private let folder: Int32

    init(_ folder: Int32) { self.folder = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) }

    deinit { if folder >= 0 { close(folder) } }

    /// Access to the files. Retains this object.
    var content: StoredContent { StoredContent { self.map($0) } }

    /// Maps the file's bytes. They remain valid while in use, even if the file is removed.
    private func map(_ path: String) -> ByteRope? {
        guard FolderWriter.isSafe(path),
            let descriptor = try? RegularFile.open(path, in: folder, flags: O_RDONLY | O_NOFOLLOW)
        else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_size > 0 else { return nil }
        // The mapping does not keep the descriptor: there may be more segments than the limit for open files.
        return ByteSlice(mapping: descriptor, count: Int(status.st_size)).map { ByteRope($0) }
    }
}
