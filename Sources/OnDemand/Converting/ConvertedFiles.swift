import Glibc
import Media
import StageKit
import Synchronization
import SystemFiles

/// The files of conversions, which are compared with their digests when they are used for the first time.
///
/// The digest of a file is in another file next to it. A conversion from a release without digests is repeated.
final class ConvertedFiles: Sendable {
    private let verified = Mutex<[String: MovieFolder.FileState]>([:])

    /// Whether the content of a file in this state was verified since the start of the process.
    func isVerified(_ path: String, in state: MovieFolder.FileState) -> Bool {
        verified.withLock { $0[path] == state }
    }

    /// Compares the content of a file with its digest. Reads all of the file.
    func verify(_ path: String) -> Bool {
        guard let digest = try? RegularFile.read(Self.digestPath(path), limit: 64),
            let file = try? MappedFile(path: path), Self.digest(of: file) == digest, file.isComplete
        else { return false }
        remember(file, at: path)
        return true
    }

    /// Moves a file to its final path, and stores its digest before. Throws `unwritable-output` if that fails.
    func publish(_ part: String, at path: String) throws(StageError) {
        do {
            let file = try MappedFile(path: part)
            try RegularFile.write(Self.digest(of: file), to: Self.digestPath(path))
            remember(file, at: path)
        } catch {
            throw StageError(.unwritableOutput, "cannot write '\(path)': \(error)")
        }
        guard rename(part, path) == 0 else {
            throw StageError(.unwritableOutput, "cannot write '\(path)': \(SystemError(code: errno))")
        }
    }

    /// Removes a file and its digest. Returns false if there is no such file.
    static func remove(_ path: String) -> Bool {
        unlink(digestPath(path))
        return unlink(path) == 0
    }

    private func remember(_ file: MappedFile, at path: String) {
        guard let state = MovieFolder.state(ofDescriptor: file.descriptor) else { return }
        verified.withLock { $0[path] = state }
    }

    private static func digestPath(_ path: String) -> String { path + ".digest" }

    private static func digest(of file: MappedFile) -> [UInt8] {
        Array("\(file.count) \(file.content.withUnsafeBytes { StableDigest($0).text })\n".utf8)
    }
}
