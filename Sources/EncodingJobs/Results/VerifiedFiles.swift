import Digests
package import Media
import Synchronization
import SystemFiles

/// Files of results, which are verified when they are read for the first time.
package final class VerifiedFiles: Sendable {
    /// A file with the state in which it was verified.
    private struct Entry: Hashable {
        let path: String
        let file: ReportedFile
        let identity: MappedFile.Identity
    }

    /// The maximum number of files that are remembered.
    private static let limit = 100_000
    private let verified = Mutex<Set<Entry>>([])

    package init() {}

    /// Returns the content of a file at a path; nil if it is missing, or differs from the report.
    package func content(of file: ReportedFile, at path: String) -> ByteRope? {
        guard file.byteCount > 0 else { return ByteRope() }
        guard let mapped = try? MappedFile(path: path), mapped.count == file.byteCount, let identity = mapped.identity
        else { return nil }
        let content = ByteRope(mapped.content)
        let entry = Entry(path: path, file: file, identity: identity)
        if verified.withLock({ $0.contains(entry) }) { return content }
        guard SHA256.text(of: content.slices) == file.digest, mapped.isComplete else { return nil }
        verified.withLock { verified in
            if verified.count >= Self.limit { verified = [] }
            verified.insert(entry)
        }
        return content
    }
}
