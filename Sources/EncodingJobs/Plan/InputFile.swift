import Glibc
import SystemFiles

/// An input file and its content at the time of planning, so that tasks detect a changed input.
package struct InputFile: Sendable, Hashable, Codable {
    package var path: String
    package var byteCount: Int
    /// The digest of the first and the last bytes.
    package var digest: String

    /// The number of bytes at each end that are part of the digest.
    private static let sampleSize = 64 << 10

    /// An object in a store: `path` is its URL, and `digest` its entity tag.
    package init(_ path: String, byteCount: Int, digest: String) {
        (self.path, self.byteCount, self.digest) = (path, byteCount, digest)
    }

    /// Whether the input is an object in a store.
    package var isRemote: Bool { path.hasPrefix("s3://") }

    /// Examines a file. Throws if it cannot be read.
    package init(examining path: String) throws(JobError) {
        let descriptor: Int32
        do throws(RegularFile.Failure) {
            descriptor = try RegularFile.open(path)
        } catch {
            throw JobError(error.code == ENOENT ? .permanent : .temporary, "cannot read '\(path)': \(error)")
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw JobError(.temporary, "cannot read '\(path)'") }
        self.path = path
        byteCount = Int(status.st_size)
        var digest = ContentDigest()
        var buffer = [UInt8](repeating: 0, count: Self.sampleSize)
        for offset in [0, max(0, byteCount - Self.sampleSize)] {
            let count = pread(descriptor, &buffer, Self.sampleSize, off_t(offset))
            guard count >= 0 else { throw JobError(.temporary, "cannot read '\(path)'") }
            buffer.withUnsafeBytes { digest.add(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
        }
        self.digest = digest.finish()
    }

    /// Throws if the file has changed since planning.
    package func validate() throws(JobError) {
        // Objects are compared when they are read.
        if isRemote { return }
        guard try InputFile(examining: path) == self else {
            throw JobError("'\(path)' has changed since the job was planned; plan it again into another folder")
        }
    }
}
