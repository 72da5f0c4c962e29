import Glibc
import Media
import SystemFiles

/// A folder for bytes that exceed the memory limit. Its files are unlinked at once, so that the kernel deletes them
/// after their last use.
struct SpillFolder: Sendable {
    /// An open file, mapped into memory; closed when its bytes are no longer used.
    private final class File: FileBacking {
        let descriptor: Int32
        init(_ descriptor: Int32) { self.descriptor = descriptor }
        deinit { close(descriptor) }
    }

    var path: String

    /// Writes the bytes to a file and returns them mapped from it; nil if the folder is full or not writable.
    func spill(_ slices: [ByteSlice]) -> ByteSlice? {
        guard let (file, count) = write(slices) else { return nil }
        return ByteSlice(mapping: file.descriptor, count: count, file: file)
    }

    /// Like `spill(_:)`, but closes the file after mapping it, so that many files do not exhaust the descriptors.
    func spillClosed(_ bytes: ByteSlice) -> ByteSlice? {
        guard let (file, count) = write([bytes]) else { return nil }
        return withExtendedLifetime(file) { ByteSlice(mapping: file.descriptor, count: count) }
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
