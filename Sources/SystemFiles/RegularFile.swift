import Glibc

/// Opens regular files whose names come from outside, without ever waiting for a named pipe or acting on a device.
package enum RegularFile {
    /// The reason why a file cannot be opened or read: lower case, no full stop, without the path.
    package struct Failure: Error, Hashable, CustomStringConvertible {
        /// The value of `errno`; 0 where the system did not refuse.
        package let code: Int32
        package let description: String

        init(code: Int32, _ description: String) {
            self.code = code
            self.description = description
        }

        /// Whether the path names a pipe, socket, device or folder.
        package var isNotRegular: Bool { code == 0 }

        /// The failure that `errno` names.
        init(code: Int32) {
            let words = String(cString: strerror(code))
            self.init(code: code, words.prefix(1).lowercased() + words.dropFirst())
        }

        /// The file has more bytes than the reader accepts.
        package static func tooLarge(limit: Int) -> Failure {
            Failure(code: EFBIG, limit >= 1 << 20 ? "larger than \(limit >> 20) MiB" : "larger than \(limit >> 10) KiB")
        }
    }

    /// Files that count as regular files.
    package enum Scope: Sendable {
        /// Regular files only.
        case files
        /// Also the descriptors that the process was started with, such as `/dev/stdin` and `/dev/fd/63`: they are open
        /// already, so that opening them cannot wait.
        case filesAndOpenDescriptors
    }

    /// Opens a file and returns its descriptor, which the caller closes. Relative paths begin at the descriptor `folder`.
    ///
    /// A pipe, socket, device or folder is refused at once: opening a named pipe waits until another process opens its
    /// other end.
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
        // Opening a pipe without a reader, or a socket, for writing.
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

    /// Reads a whole file of at most `limit` bytes.
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

    /// Writes a whole file in place of what it held, made where it is not there.
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

    /// The descriptor that a path names without opening anything; nil for other paths.
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

    /// The name of what is not a regular file; nil for one that is.
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
