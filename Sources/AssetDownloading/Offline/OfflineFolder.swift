import Glibc
import SystemFiles

/// The folder of a download; files in it are opened relative to its descriptor, without following symbolic links.
package final class OfflineFolder: Sendable {
    /// The folder for state files.
    package static let stateFolder = ".sluice-download"

    package let path: String
    private let descriptor: Int32
    /// The paths of the folder and of those above it that did not exist before.
    private let newFolders: [String]

    /// Opens the folder, creating it if necessary.
    package convenience init(path: String) throws(AssetDownloadError) {
        var parent = path.hasPrefix("/") ? "/" : ""
        var new: [String] = []
        for part in path.split(separator: "/") {
            parent += parent.isEmpty || parent == "/" ? String(part) : "/\(part)"
            if mkdir(parent, 0o755) == 0 {
                new.append(parent)
            } else if errno != EEXIST, errno != EISDIR {
                throw Self.failure(path, errno)
            }
        }
        try self.init(opening: path, new) { Self.failure(path, $0) }
    }

    /// Opens an existing folder.
    package convenience init(existing path: String) throws(AssetDownloadError) {
        try self.init(opening: path, []) { code in
            AssetDownloadError(.disk, "'\(path)' cannot be read: \(String(cString: strerror(code)))")
        }
    }

    private init(
        opening path: String, _ newFolders: [String], _ failure: (Int32) -> AssetDownloadError
    ) throws(AssetDownloadError) {
        (self.path, self.newFolders) = (path, newFolders)
        descriptor = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(errno) }
    }

    deinit { close(descriptor) }

    /// Removes the folder and those above it, if they did not exist before and contain nothing but these state files.
    /// Returns whether the folder was removed.
    func removeNew(with names: [String]) -> Bool {
        guard !newFolders.isEmpty else { return false }
        for name in names { unlinkat(descriptor, name, 0) }
        guard unlinkat(descriptor, Self.stateFolder, AT_REMOVEDIR) == 0, rmdir(path) == 0 else { return false }
        for path in newFolders.dropLast().reversed() where rmdir(path) != 0 { break }
        return true
    }

    /// Opens a file for reading and writing, creating it and its folders if necessary. The caller closes it.
    package func open(
        _ name: String, flags: Int32 = O_RDWR | O_CREAT, isPrivate: Bool = false
    ) throws(AssetDownloadError) -> Int32 {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        guard !parts.isEmpty, parts.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." && !$0.utf8.contains(0) })
        else {
            preconditionFailure("'\(name)' is not a generated local name")
        }
        var folder = dup(descriptor)
        defer { close(folder) }
        for part in parts.dropLast() {
            if flags & O_CREAT != 0, mkdirat(folder, String(part), 0o755) != 0, errno != EEXIST {
                throw Self.failure("\(path)/\(name)", errno)
            }
            let next = openat(folder, String(part), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            guard next >= 0 else { throw Self.failure("\(path)/\(name)", errno) }
            close(folder)
            folder = next
        }
        do throws(RegularFile.Failure) {
            return try RegularFile.open(
                String(parts[parts.count - 1]), in: folder, flags: flags | O_NOFOLLOW, mode: isPrivate ? 0o600 : 0o644)
        } catch {
            guard !error.isNotRegular else {
                throw AssetDownloadError(.disk, "'\(path)/\(name)' exists and is not a regular file")
            }
            throw Self.failure("\(path)/\(name)", error.code)
        }
    }

    /// Returns the content of a small file; nil if it does not exist.
    package func read(_ name: String, limit: Int) throws(AssetDownloadError) -> [UInt8]? {
        let file: Int32
        do throws(AssetDownloadError) {
            file = try open(name, flags: O_RDONLY)
        } catch {
            if error.systemError == ENOENT { return nil }
            throw error
        }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_size <= limit else {
            throw AssetDownloadError(.tooLarge, "'\(path)/\(name)' exceeds the limit of \(limit) bytes")
        }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        let count = bytes.withUnsafeMutableBytes { Glibc.read(file, $0.baseAddress, $0.count) }
        guard count >= 0 else { throw Self.failure("\(path)/\(name)", errno) }
        bytes.removeSubrange(count...)
        return bytes
    }

    /// Writes a file atomically; a private file is readable by its owner only.
    package func publish(_ name: String, _ bytes: [UInt8], isPrivate: Bool = false) throws(AssetDownloadError) {
        // Each file needs its own temporary name, since several may be published simultaneously.
        let temporary = "\(Self.stateFolder)/\(name.split(separator: "/").joined(separator: "."))"
        let file = try open(temporary, flags: O_WRONLY | O_CREAT | O_TRUNC, isPrivate: isPrivate)
        defer { close(file) }
        try bytes.withUnsafeBufferPointer { (bytes) throws(AssetDownloadError) in
            try Self.write(UnsafeRawBufferPointer(bytes), to: file, at: 0, name: "\(path)/\(name)")
        }
        guard fdatasync(file) == 0 else { throw Self.failure("\(path)/\(name)", errno) }
        // Creates the folders and verifies that they are not symbolic links.
        close(try open(name))
        guard renameat(descriptor, temporary, descriptor, name) == 0 else {
            throw Self.failure("\(path)/\(name)", errno)
        }
    }

    /// Writes all bytes at an offset of a file.
    package static func write(
        _ bytes: UnsafeRawBufferPointer, to file: Int32, at offset: Int, name: String
    ) throws(AssetDownloadError) {
        var done = 0
        while done < bytes.count {
            let count = pwrite(file, bytes.baseAddress.map { $0 + done }, bytes.count - done, off_t(offset + done))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw failure(name, errno) }
            done += count
        }
    }

    package static func failure(_ name: String, _ code: Int32) -> AssetDownloadError {
        let remedy =
            switch code {
            case ENOSPC, EDQUOT: "; free some space and start again: fetched files are kept"
            case ELOOP, ENOTDIR: "; remove the symbolic link or file in its path"
            default: ""
            }
        var problem = AssetDownloadError(
            .disk, "'\(name)' cannot be written: \(String(cString: strerror(code)))\(remedy)")
        problem.systemError = code
        return problem
    }
}
