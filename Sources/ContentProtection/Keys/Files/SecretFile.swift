import Glibc

/// Reads files with secrets into protected memory.
package enum SecretFile {
    /// Reads a file. Throws if all users can read it and `isPrivate` is set, and for files larger than `limit` bytes.
    /// `remedy` is what to do if the file does not exist.
    package static func read(
        _ path: String, limit: Int, isPrivate: Bool = true, remedy: String? = nil
    ) throws(ProtectionError) -> SecretBytes {
        func failure(_ reason: String) -> ProtectionError { .keyFile("cannot read keys from '\(path)': \(reason)") }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            let code = errno
            guard code == ENOENT else { throw failure(String(cString: strerror(code)).lowercased()) }
            throw failure("the file does not exist\(remedy.map { "; \($0)" } ?? "")")
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw failure("it is not a file")
        }
        guard !isPrivate || status.st_mode & S_IROTH == 0 else {
            throw failure("all users can read it; run chmod 600 '\(path)'")
        }
        guard status.st_size <= limit else { throw failure("it exceeds \(limit) bytes") }
        guard let memory = ProtectedMemory(count: limit + 1) else { throw .noMemory }
        var size = 0
        while size <= limit {
            let count = Glibc.read(descriptor, memory.bytes.baseAddress! + size, limit + 1 - size)
            guard count >= 0 else { throw failure(String(cString: strerror(errno))) }
            if count == 0 { break }
            size += count
        }
        guard size <= limit else { throw failure("it exceeds \(limit) bytes") }
        return SecretBytes(memory: memory, count: size)
    }
}
