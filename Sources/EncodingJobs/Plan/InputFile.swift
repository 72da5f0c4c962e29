import Digests
import Glibc
import Media
import PipelineRuntime
import StageKit
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
            // A path of something else than a file has no error number.
            let isPermanent = error.code == ENOENT || error.code == 0
            throw JobError(isPermanent ? .permanent : .temporary, "cannot read '\(path)': \(error)")
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw JobError(.temporary, "cannot read '\(path)'") }
        self.path = path
        byteCount = Int(status.st_size)
        var digest = SHA256()
        var buffer = [UInt8](repeating: 0, count: Self.sampleSize)
        for offset in [0, max(0, byteCount - Self.sampleSize)] {
            let count = pread(descriptor, &buffer, Self.sampleSize, off_t(offset))
            guard count >= 0 else { throw JobError(.temporary, "cannot read '\(path)'") }
            buffer.withUnsafeBytes { digest.add(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
        }
        self.digest = digest.finish().hexadecimal()
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

extension PipelinePlan {
    /// Returns the files that the options of sources name. Throws for paths that are not files: tasks read them several
    /// times, and a source would wait for the writer of a pipe.
    func inputFiles() throws(JobError) -> [InputFile] {
        var files: [InputFile] = []
        for stage in stages where stage.description.role == .source {
            guard let path = stage.optionTexts["path"], !files.contains(where: { $0.path == path }) else { continue }
            files.append(try InputFile(examining: path))
        }
        return files
    }
}
