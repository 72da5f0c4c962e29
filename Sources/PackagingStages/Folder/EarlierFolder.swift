import Glibc
import Media
import StageKit
import SystemFiles

/// Reads the files that an earlier run left in a folder, by mapping them.
final class EarlierFolder: Sendable {
    /// Opened separately, since readers may outlive the store and a duplicate would retain its lock.
    private let folder: Int32

    init(_ folder: Int32) { self.folder = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) }

    deinit { if folder >= 0 { close(folder) } }

    /// Reads files as long as it is needed.
    var content: StoredContent { StoredContent { self.map($0) } }

    /// The file's bytes, which stay while they are used, even when the file is removed.
    private func map(_ path: String) -> ByteRope? {
        guard FolderWriter.isSafe(path),
            let descriptor = try? RegularFile.open(path, in: folder, flags: O_RDONLY | O_NOFOLLOW)
        else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_size > 0 else { return nil }
        let count = Int(status.st_size)
        guard let base = mmap(nil, count, PROT_READ, MAP_SHARED, descriptor, 0), base != MAP_FAILED else { return nil }
        nonisolated(unsafe) let memory = base
        // Without the descriptor, of which there may not be as many as there are segments.
        return ByteRope(
            ByteSlice(ByteStorage(borrowing: UnsafeRawPointer(base), count: count) { munmap(memory, count) }))
    }
}
