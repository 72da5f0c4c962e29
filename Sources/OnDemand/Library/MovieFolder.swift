import Glibc
package import Media
package import SystemFiles

/// The folder of a library; no file outside of it is opened.
package struct MovieFolder: MovieStorage {
    /// The absolute path without symbolic links; the declared path while the folder does not exist.
    package var path: String { found ?? AbsolutePath.resolving(declared) ?? declared }
    /// The path at the start; nil if the folder did not exist.
    private let found: String?
    private let declared: String

    /// The last component of the path.
    package var name: String { path.split(separator: "/").last.map(String.init) ?? "" }

    /// Nil if the folder does not exist or cannot be accessed.
    package init?(_ path: String) {
        guard let resolved = AbsolutePath.resolving(path) else { return nil }
        var status = stat()
        guard stat(resolved, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return nil }
        (found, declared) = (resolved, path)
    }

    /// A folder that may be mounted or created later; until then it contains no movies.
    package init(expectedAt path: String) {
        found = nil
        declared = path
    }

    /// Whether the files of the folder can be opened.
    package var isAvailable: Bool { access(path, R_OK | X_OK) == 0 }

    /// The state of a file, for detecting a change of its content.
    package struct FileState: Sendable, Hashable {
        package var size: Int
        /// The date of the last change of the content.
        package var changed: WallTime
        package var inode: UInt64
        /// The validator of a remote object; empty for files.
        package var tag = ""

        /// The state of a file that does not exist.
        package static let missing = FileState(size: 0, tag: "missing")

        /// The state of a remote object.
        package init(size: Int, tag: String) {
            (self.size, self.tag, changed, inode) = (size, tag, WallTime(nanoseconds: 0), 0)
        }

        init(_ status: stat) {
            size = Int(status.st_size)
            changed = WallTime(
                nanoseconds: Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec))
            inode = UInt64(status.st_ino)
        }
    }

    /// Returns the state of a file; nil if it is missing, no regular file, or outside of the folder.
    package func state(of name: String) -> FileState? {
        guard let descriptor = descriptor(of: name) else { return nil }
        defer { close(descriptor) }
        return Self.state(ofDescriptor: descriptor)
    }

    /// Maps a file; nil if it is missing, no regular file, or outside of the folder.
    package func open(_ name: String) -> (file: MappedFile, state: FileState)? {
        guard let descriptor = descriptor(of: name) else { return nil }
        defer { close(descriptor) }
        guard let file = try? MappedFile(path: "/proc/self/fd/\(descriptor)", access: .random),
            let state = Self.state(ofDescriptor: file.descriptor), state.size == file.count
        else { return nil }
        return (file, state)
    }

    /// Reads a small file; nil if it is missing, no regular file, outside of the folder, or larger than the limit.
    package func read(_ name: String, limit: Int) -> [UInt8]? {
        guard let descriptor = descriptor(of: name) else { return nil }
        defer { close(descriptor) }
        return try? RegularFile.read("/proc/self/fd/\(descriptor)", limit: limit)
    }

    /// Returns the names in a folder below this one, at most `limit`; nil if it is missing, no folder, or outside. An
    /// empty name is this folder.
    package func names(in name: String, limit: Int) -> [String]? {
        // Files whose names are not UTF-8 cannot be opened by a name.
        entries(in: name, limit: limit)?.filter(\.isUTF8).map(\.name)
    }

    /// An entry of a folder.
    struct Entry {
        /// The name; bytes that are not UTF-8 are hexadecimal, as in `\xFF`.
        let name: String
        let isUTF8: Bool
        /// Whether it is a folder itself, and no link to one.
        let isFolder: Bool

        init(_ item: UnsafeMutablePointer<dirent>) {
            let bytes = withUnsafeBytes(of: &item.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            let text = String(validating: bytes, as: UTF8.self)
            isUTF8 = text != nil
            name = text ?? Self.shown(bytes[...])
            isFolder = Int(item.pointee.d_type) == Int(DT_DIR)
        }

        private static func shown(_ bytes: ArraySlice<UInt8>) -> String {
            var (rest, text) = (bytes, "")
            while let byte = rest.first {
                let length = (1...4).first { String(validating: rest.prefix($0), as: UTF8.self) != nil }
                text +=
                    length.map { String(decoding: rest.prefix($0), as: UTF8.self) }
                    ?? "\\x" + byte.hexadecimal(uppercase: true)
                rest.removeFirst(min(length ?? 1, rest.count))
            }
            return text
        }
    }

    /// Returns the entries of a folder, as ``names(in:limit:)`` does.
    func entries(in name: String, limit: Int) -> [Entry]? {
        let descriptor = name.isEmpty ? Glibc.open(path, Self.pathOnly | O_CLOEXEC) : self.descriptor(of: name) ?? -1
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        guard let stream = opendir("/proc/self/fd/\(descriptor)") else { return nil }
        defer { closedir(stream) }
        var entries: [Entry] = []
        while entries.count < limit, let item = readdir(stream) { entries.append(Entry(item)) }
        return entries
    }

    /// Returns the state of an open file; nil if it is no regular file, and for a remote object that has changed.
    static func state(of file: MappedFile) -> FileState? {
        if file.partial != nil { return file.remote?.state }
        return state(ofDescriptor: file.descriptor)
    }

    /// Returns the state of an open file; nil if it is no regular file.
    static func state(ofDescriptor descriptor: Int32) -> FileState? {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return FileState(status)
    }

    /// `O_PATH`, which the Swift overlay of the C library does not export.
    private static let pathOnly: Int32 = 0o10000000

    /// Returns a descriptor that refers to a file inside the folder without opening it.
    ///
    /// Symbolic links are followed, and the place that they lead to is compared with the folder: the descriptor cannot
    /// change afterwards.
    private func descriptor(of name: String) -> Int32? {
        guard !name.utf8.contains(0), !name.hasPrefix("/") else { return nil }
        let descriptor = Glibc.open("\(path)/\(name)", Self.pathOnly | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        guard isInside(descriptor) else {
            close(descriptor)
            return nil
        }
        return descriptor
    }

    private func isInside(_ descriptor: Int32) -> Bool {
        let place = withUnsafeTemporaryAllocation(byteCount: Int(PATH_MAX) + 1, alignment: 1) { buffer in
            let count = readlink("/proc/self/fd/\(descriptor)", buffer.baseAddress!, buffer.count)
            return count > 0 ? String(decoding: buffer.prefix(count), as: UTF8.self) : nil
        }
        return place?.hasPrefix(path == "/" ? "/" : path + "/") ?? false
    }
}
