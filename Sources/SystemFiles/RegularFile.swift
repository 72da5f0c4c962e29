import Glibc

/// Opens regular files with untrusted paths, without ever blocking on a named pipe or affecting a device.
package enum RegularFile {
    /// The reason why a file cannot be opened or read; the description is lower case, without a full stop or the path.
    package struct Failure: Error, Hashable, CustomStringConvertible {
        /// The value of `errno`; 0 for a path that is not a regular file.
        package let code: Int32
        package let description: String

        init(code: Int32, _ description: String) {
            self.code = code
            self.description = description
        }

        /// Whether the path names a pipe, socket, device or folder.
        package var isNotRegular: Bool { code == 0 }

        /// Creates a failure from an `errno` value.
        init(code: Int32) {
            let words = String(cString: strerror(code))
            self.init(code: code, words.prefix(1).lowercased() + words.dropFirst())
        }

        /// The failure for a file that exceeds the limit, which is in bytes.
        package static func tooLarge(limit: Int) -> Failure {
            Failure(code: EFBIG, limit >= 1 << 20 ? "larger than \(limit >> 20) MiB" : "larger than \(limit >> 10) KiB")
        }
    }

    /// The files to accept.
    package enum Scope: Sendable {
        /// Regular files only.
        case files
        /// Also descriptors that the process inherited, such as `/dev/stdin` and `/dev/fd/63`. They are already open,
        /// so that opening them cannot block.
        case filesAndOpenDescriptors
    }

    /// Opens a file and returns its descriptor, which the caller closes. Relative paths are relative to the descriptor
    /// `folder`.
    ///
    /// Pipes, sockets, devices and folders are rejected immediately. A blocking open of a named pipe would wait until
    /// another process opens its other end.
    package static func open(
        _ path: String, in folder: Int32 = AT_FDCWD, flags: Int32 = O_RDONLY, mode: UInt32 = 0o644,
        scope: Scope = .files
    ) throws(Failure) -> Int32 {
        if scope == .filesAndOpenDescriptors, let inherited = inheritedDescriptor(path) {
            let copy = fcntl(inherited, F_DUPFD_CLOEXEC, 0)
            guard copy >= 0 else { throw Failure(code: errno) }
            return copy
        }
        let descriptor = openat(folder, path, flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, mode)
        // ENXIO results from opening a socket, or a pipe without a reader for writing.
        guard descriptor >= 0 else { throw errno == ENXIO ? notRegular("pipe or socket") : Failure(code: errno) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            let failure = Failure(code: errno)
            close(descriptor)
            throw failure
        }
        if let kind = kind(status.st_mode) {
            close(descriptor)
            throw notRegular(kind)
        }
        return descriptor
    }

    /// Reads a file completely. Throws if it is larger than `limit` bytes.
    package static func read(
        _ path: String, in folder: Int32 = AT_FDCWD, flags: Int32 = O_RDONLY, limit: Int, scope: Scope = .files
    ) throws(Failure) -> [UInt8] {
        let descriptor = try open(path, in: folder, flags: flags, scope: scope)
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        while bytes.count <= limit {
            let chunk = try chunk(descriptor, upTo: min(1 << 18, limit + 1 - bytes.count))
            if chunk.isEmpty { return bytes }
            bytes += chunk
        }
        throw .tooLarge(limit: limit)
    }

    /// Replaces the content of a file; creates the file if it does not exist.
    package static func write(_ bytes: [UInt8], to path: String) throws(Failure) {
        let descriptor = try open(path, flags: O_WRONLY | O_CREAT | O_TRUNC, scope: .filesAndOpenDescriptors)
        defer { close(descriptor) }
        var done = 0
        while done < bytes.count {
            let written = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress! + done, $0.count - done) }
            if written < 0, errno == EINTR { continue }
            guard written > 0 else { throw Failure(code: errno) }
            done += written
        }
    }

    private static func chunk(_ descriptor: Int32, upTo size: Int) throws(Failure) -> [UInt8] {
        var got = 0
        var code: Int32 = 0
        let chunk = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            repeat { got = Glibc.read(descriptor, buffer.baseAddress, size) } while got < 0 && errno == EINTR
            code = errno
            count = max(got, 0)
        }
        guard got >= 0 else { throw Failure(code: code) }
        return chunk
    }

    /// Returns the inherited descriptor that a path refers to; nil for other paths.
    private static func inheritedDescriptor(_ path: String) -> Int32? {
        let names = ["/dev/stdin": STDIN_FILENO, "/dev/stdout": STDOUT_FILENO, "/dev/stderr": STDERR_FILENO]
        if let descriptor = names[path] { return descriptor }
        for prefix in ["/dev/fd/", "/proc/self/fd/"] where path.hasPrefix(prefix) {
            return Int32(path.dropFirst(prefix.count))
        }
        return nil
    }

    private static func notRegular(_ kind: String) -> Failure {
        Failure(code: 0, "it is a \(kind) and not a regular file")
    }

    /// Returns the file type for an error message; nil for a regular file.
    private static func kind(_ mode: mode_t) -> String? {
        switch mode & S_IFMT {
        case S_IFREG: nil
        case S_IFDIR: "folder"
        case S_IFIFO: "named pipe"
        case S_IFSOCK: "socket"
        case S_IFCHR, S_IFBLK: "device"
        default: "special file"
        }
    }
}
