import Glibc

extension SecretFile {
    /// Writes a new file that only its owner can read. Throws if the path exists: a key that is overwritten is lost, and
    /// media encrypted with it.
    package static func create(_ path: String, _ content: SecretBytes) throws(ProtectionError) {
        func failure(_ reason: String) -> ProtectionError { .keyFile("cannot write keys to '\(path)': \(reason)") }
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw failure(errno == EEXIST ? "the file exists; choose another name" : String(cString: strerror(errno)))
        }
        var written = 0
        while written < content.count {
            let count = content.withBytes { bytes in
                Glibc.write(descriptor, bytes.baseAddress! + written, bytes.count - written)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            written += count
        }
        let isStored = written == content.count && fsync(descriptor) == 0
        let reason = String(cString: strerror(errno))
        close(descriptor)
        guard isStored else {
            unlink(path)
            throw failure(reason)
        }
    }
}
