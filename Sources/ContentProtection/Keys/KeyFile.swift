import Glibc

/// A file of keys, whose text is kept in protected memory while it is read.
package enum KeyFile {
    /// The maximum size of a file in bytes.
    package static let maximumSize = 1 << 16

    /// Reads the keys of a document.
    package static func read(document: UnsafeRawBufferPointer) throws(ProtectionError) -> KeySet {
        var reader = KeyFileReader(document)
        return try KeySet(reader.keys())
    }

    /// Reads a file. Throws if other users can read it, and for a document with unknown names or invalid values.
    package static func read(path: String) throws(ProtectionError) -> KeySet {
        func failure(_ reason: String) -> ProtectionError { .keyFile("cannot read keys from '\(path)': \(reason)") }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw failure(String(cString: strerror(errno))) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw failure("it is not a file")
        }
        guard status.st_mode & S_IROTH == 0 else { throw failure("all users can read it; run chmod 600 '\(path)'") }
        guard let memory = ProtectedMemory(count: maximumSize + 1) else { throw .noMemory }
        var size = 0
        while size <= maximumSize {
            let count = Glibc.read(descriptor, memory.bytes.baseAddress! + size, maximumSize + 1 - size)
            guard count >= 0 else { throw failure(String(cString: strerror(errno))) }
            if count == 0 { break }
            size += count
        }
        guard size <= maximumSize else { throw failure("it exceeds \(maximumSize) bytes") }
        do {
            return try read(document: UnsafeRawBufferPointer(rebasing: memory.bytes[..<size]))
        } catch .keyFile(let reason) {
            throw failure(reason)
        } catch {
            throw error
        }
    }
}
