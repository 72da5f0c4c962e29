import Glibc
import Media
import StageKit
import SystemFiles

/// A folder into which files are written under temporary names and published by renaming.
///
/// All paths are relative to the folder's descriptor, so moving or replacing the folder is detected.
struct FolderWriter: ~Copyable {
    private let path: String
    /// The folder's descriptor, open as long as the writer exists.
    let folder: Int32
    private var madeFolders: Set<String> = []
    /// The paths of the folder and of those above it that did not exist before.
    private let newFolders: [String]
    private var growing: [String: GrowingFile] = [:]

    private struct GrowingFile {
        let descriptor: Int32
        var isPublished: Bool
    }

    init(path: String) throws(StageError) {
        (folder, newFolders) = try Self.open(path)
        self.path = path
    }

    deinit {
        for (name, file) in growing {
            close(file.descriptor)
            if !file.isPublished { unlinkat(folder, Self.temporaryName(name), 0) }
        }
        close(folder)
    }

    /// Writes a whole file and publishes it. If this fails, an existing file remains unchanged. With `sync`, the
    /// content is on the disk before the file is published.
    mutating func store(_ data: ByteRope, at name: String, sync: Bool = false) throws(StageError) {
        let temporary = Self.temporaryName(name)
        try failing(name) { (writer: inout FolderWriter) throws(SystemError) in
            try writer.makeParent(of: name)
            let descriptor = try writer.create(temporary)
            do throws(SystemError) {
                try GatheringWrite.write(data, to: descriptor)
                if sync { try SystemError.check(fdatasync(descriptor)) }
            } catch {
                close(descriptor)
                unlinkat(writer.folder, temporary, 0)
                throw error
            }
            // Some file systems report a full disk only on close.
            guard close(descriptor) == 0 else { throw SystemError(code: errno) }
            try writer.publishGrowing()
            try SystemError.check(renameat(writer.folder, temporary, writer.folder, name))
            if sync { try writer.syncParent(of: name) }
        }
    }

    /// Appends bytes to a file. It is published together with the next whole file.
    ///
    /// With an offset, bytes that an earlier call did not write remain a hole, and so does what an earlier writer did not
    /// write to a file that this folder has already.
    mutating func append(_ data: ByteRope, to name: String, at offset: Int? = nil) throws(StageError) {
        try failing(name) { (writer: inout FolderWriter) throws(SystemError) in
            if writer.growing[name] == nil {
                try writer.makeParent(of: name)
                let continues = offset ?? 0 > 0 && writer.size(of: name) != nil
                let descriptor = try continues ? writer.open(name) : writer.create(Self.temporaryName(name))
                writer.growing[name] = GrowingFile(descriptor: descriptor, isPublished: continues)
            }
            guard let file = writer.growing[name] else { return }
            if let offset, lseek(file.descriptor, off_t(offset), SEEK_SET) < 0 { throw SystemError(code: errno) }
            try GatheringWrite.write(data, to: file.descriptor)
        }
    }

    /// Links a file of another folder under the same name, unless it is on another file system. Returns whether it has
    /// the file then.
    mutating func adopt(_ name: String, from other: borrowing FolderWriter) -> Bool {
        guard Self.isSafe(name) else { return false }
        do throws(SystemError) {
            try makeParent(of: name)
            let temporary = Self.temporaryName(name)
            unlinkat(folder, temporary, 0)
            try SystemError.check(linkat(other.folder, name, folder, temporary, 0))
            try SystemError.check(renameat(folder, temporary, folder, name))
        } catch {
            return false
        }
        return true
    }

    /// Whether the path of the folder does not lead to it any more: it was moved, removed or replaced.
    var isReplaced: Bool {
        var (found, opened) = (stat(), stat())
        guard fstat(folder, &opened) == 0 else { return false }
        guard stat(path, &found) == 0 else { return errno == ENOENT || errno == ENOTDIR }
        return found.st_ino != opened.st_ino || found.st_dev != opened.st_dev
    }

    /// Removes a file. A missing file is not an error.
    mutating func remove(_ name: String) {
        if Self.isSafe(name) { unlinkat(folder, name, 0) }
    }

    /// Removes the temporary file of an interrupted write.
    mutating func removeTemporary(_ name: String) {
        if Self.isSafe(name) { unlinkat(folder, Self.temporaryName(name), 0) }
    }

    /// The size of a regular file in bytes; nil if there is none.
    func size(of name: String) -> Int? {
        var status = stat()
        guard Self.isSafe(name), fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0,
            status.st_mode & S_IFMT == S_IFREG
        else { return nil }
        return Int(status.st_size)
    }

    /// The size of the file system in bytes; nil if it reports none.
    var capacity: Int? {
        var status = statvfs()
        guard fstatvfs(folder, &status) == 0, status.f_blocks > 0 else { return nil }
        let product = UInt64(status.f_blocks).multipliedReportingOverflow(by: UInt64(status.f_frsize))
        return product.overflow ? nil : Int(clamping: product.partialValue)
    }

    /// The free space available to unprivileged processes on the file system, in bytes.
    var freeBytes: Int {
        var status = statvfs()
        guard fstatvfs(folder, &status) == 0 else { return .max }
        let product = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
        return product.overflow ? .max : Int(clamping: product.partialValue)
    }

    /// Locks the folder while this process has it open. Returns false if another process holds the lock.
    func lock() -> Bool { flock(folder, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK }

    /// Removes the folder, and those above it, if this writer created them and they contain nothing else than this file.
    func removeNewFolders(with name: String) {
        guard !newFolders.isEmpty, !isReplaced else { return }
        unlinkat(folder, name, 0)
        for path in newFolders.reversed() where rmdir(path) != 0 { return }
    }

    /// Publishes files that only grew so far.
    mutating func finish() throws(StageError) {
        try failing("") { (writer: inout FolderWriter) throws(SystemError) in try writer.publishGrowing() }
    }
}

extension FolderWriter {
    /// Opens a folder. Returns its descriptor and the paths of the folders that were created.
    private static func open(_ path: String) throws(StageError) -> (Int32, [String]) {
        do throws(SystemError) {
            let new = try makeFolders(path)
            let folder = try SystemError.check(Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
            if faccessat(folder, ".", W_OK, AT_EACCESS) == 0 { return (folder, new) }
            let error = SystemError(code: errno)
            // The first file reports this, after the journal of the earlier run has been read.
            if error.code == EROFS { return (folder, new) }
            close(folder)
            throw error
        } catch {
            throw StageError(
                .unwritableOutput, "the output folder '\(path)' cannot be written to: \(error); \(advice(path, error))"
            ).with(Self.persistence(error))
        }
    }

    /// Returns what makes a folder writable, with the folder above it that exists.
    private static func advice(_ path: String, _ error: SystemError) -> String {
        var parent = path.isEmpty ? "." : path
        while access(parent, F_OK) != 0 {
            guard let slash = parent.lastIndex(of: "/") else {
                parent = "."
                break
            }
            parent = slash == parent.startIndex ? "/" : String(parent[..<slash])
        }
        switch error.code {
        case EACCES: return "choose another folder, or permit user \(geteuid()) to write to '\(parent)'"
        case ENOTDIR, EEXIST: return "choose another folder: '\(parent)' is a file"
        case ENOSPC, EDQUOT: return "free space, or choose another folder"
        default: return "choose another folder: '\(parent)' does not accept files"
        }
    }

    private mutating func failing(
        _ name: String, _ body: (inout FolderWriter) throws(SystemError) -> Void
    ) throws(StageError) {
        guard name.isEmpty || Self.isSafe(name) else {
            throw StageError(.unwritableOutput, "'\(name)' is not a path inside the output folder")
        }
        do throws(SystemError) {
            try body(&self)
        } catch {
            throw failure(name, error)
        }
    }

    /// The error for a file that cannot be written.
    func failure(_ name: String, _ error: SystemError) -> StageError {
        let remedy =
            switch error.code {
            case ENOSPC, EDQUOT: "; free disk space, earlier output is still complete"
            case ENOENT, ENOTDIR: "; the folder was removed or replaced during the run"
            case EROFS: "; mount the file system for writing"
            default: ""
            }
        return StageError(.unwritableOutput, "'\(path)/\(name)' cannot be written: \(error)\(remedy)")
            .with(Self.persistence(error))
    }

    static func persistence(_ error: SystemError) -> StageError.Persistence {
        error.isOutOfSpace ? .outOfSpace : error.isDeviceFailure ? .temporary : .permanent
    }

    /// Flushes the folder that contains the file: a rename is durable only after that.
    private func syncParent(of name: String) throws(SystemError) {
        let parent = name.lastIndex(of: "/").map { String(name[..<$0]) } ?? "."
        let descriptor = try SystemError.check(openat(folder, parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
        defer { close(descriptor) }
        try SystemError.check(fsync(descriptor))
    }

    private mutating func publishGrowing() throws(SystemError) {
        for name in growing.keys.sorted() where growing[name]?.isPublished == false {
            try SystemError.check(renameat(folder, Self.temporaryName(name), folder, name))
            growing[name]?.isPublished = true
        }
    }

    private func create(_ name: String) throws(SystemError) -> Int32 {
        try open(name, flags: O_CREAT | O_TRUNC)
    }

    private func open(_ name: String, flags: Int32 = 0) throws(SystemError) -> Int32 {
        do throws(RegularFile.Failure) {
            return try RegularFile.open(name, in: folder, flags: O_WRONLY | O_NOFOLLOW | flags)
        } catch {
            throw SystemError(error)
        }
    }

    private mutating func makeParent(of name: String) throws(SystemError) {
        var parent = ""
        for part in name.split(separator: "/").dropLast() {
            parent += parent.isEmpty ? String(part) : "/\(part)"
            if madeFolders.contains(parent) { continue }
            if mkdirat(folder, parent, 0o755) != 0 && errno != EEXIST { throw SystemError(code: errno) }
            madeFolders.insert(parent)
        }
    }

    private static func makeFolders(_ path: String) throws(SystemError) -> [String] {
        var parent = path.hasPrefix("/") ? "/" : ""
        var new: [String] = []
        for part in path.split(separator: "/") {
            parent += parent.isEmpty || parent == "/" ? String(part) : "/\(part)"
            if mkdir(parent, 0o755) == 0 {
                new.append(parent)
            } else if errno != EEXIST && errno != EISDIR {
                throw SystemError(code: errno)
            }
        }
        return new
    }

    /// A hidden name in the same folder, so that the rename stays within one file system.
    private static func temporaryName(_ name: String) -> String {
        guard let slash = name.lastIndex(of: "/") else { return ".\(name).part" }
        return "\(name[...slash]).\(name[name.index(after: slash)...]).part"
    }

    static func isSafe(_ name: String) -> Bool {
        !name.isEmpty && !name.utf8.contains(0)
            && name.split(separator: "/", omittingEmptySubsequences: false).allSatisfy {
                !$0.isEmpty && $0 != "." && $0 != ".."
            }
    }
}
