import Glibc
import Media
import PipelineFile
import StageKit
import SystemFiles

/// Reads the first bytes of files.
enum FileHead {
    /// Returns at most `count` bytes; nil when the file cannot be read.
    static func read(_ path: String, count: Int) -> [UInt8]? {
        guard let descriptor = try? RegularFile.open(path) else { return nil }
        defer { close(descriptor) }
        var got = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, used in
            got = Glibc.read(descriptor, buffer.baseAddress, count)
            used = max(got, 0)
        }
        return got < 0 ? nil : bytes
    }
}
