/// A stored file.
package struct ReportedFile: Sendable, Hashable, Codable {
    /// The path relative to the output folder.
    package var path: String
    package var byteCount: Int
    /// The SHA-256 digest.
    package var digest: String

    package init(path: String, byteCount: Int, digest: String) {
        (self.path, self.byteCount, self.digest) = (path, byteCount, digest)
    }
}
