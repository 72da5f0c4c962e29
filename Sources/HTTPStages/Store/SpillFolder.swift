import Glibc
import Media

/// Where bytes go that memory has no room for: files without a name, which are gone when nobody reads them any more.
struct SpillFolder: Sendable {
    /// A file that is mapped, and stays as long as its bytes are used.
    private final class File: FileBacking {
        let descriptor: Int32
        init(_ descriptor: Int32) { self.descriptor = descriptor }
        deinit { close(descriptor) }
    }

    var path: String

    /// The same bytes in a file; nil where the folder has no room for them or cannot be written to.
    func spill(_ slices: [ByteSlice]) -> ByteSlice? {
        guard let (file, count) = write(slices) else { return nil }
        return Self.mapped(file.descriptor, count, keeping: file)
    }

    /// The same bytes in a file that is not open, so that there may be many of them.
    func setAside(_ bytes: ByteSlice) -> ByteSlice? {
        guard let (file, count) = write([bytes]) else { return nil }
        return withExtendedLifetime(file) { Self.mapped(file.descriptor, count, keeping: nil) }
    }

    private func write(_ slices: [ByteSlice]) -> (file: File, count: Int)? {
        let count = slices.reduce(0) { $0 + $1.count }
        guard count > 0 else { return nil }
        var name = Array("\(path)/sluice-XXXXXX".utf8CString)
        let descriptor = mkstemp(&name)
        guard descriptor >= 0 else { return nil }
        let file = File(descriptor)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        unlink(name)
        for slice in slices where !slice.withUnsafeBytes({ Self.write($0, to: descriptor) }) { return nil }
        return (file, count)
    }

    private static func mapped(_ descriptor: Int32, _ count: Int, keeping file: File?) -> ByteSlice? {
        guard let base = mmap(nil, count, PROT_READ, MAP_SHARED, descriptor, 0), base != MAP_FAILED else { return nil }
        nonisolated(unsafe) let memory = base
        return ByteSlice(
            ByteStorage(borrowing: UnsafeRawPointer(base), count: count, file: file) { munmap(memory, count) })
    }

    private static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
        var rest = bytes[...]
        while let start = UnsafeRawBufferPointer(rebasing: rest).baseAddress, !rest.isEmpty {
            let written = Glibc.write(descriptor, start, rest.count)
            if written < 0, errno == EINTR { continue }
            guard written > 0 else { return false }
            rest = rest.dropFirst(written)
        }
        return true
    }
}
