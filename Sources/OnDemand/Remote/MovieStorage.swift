package import SystemFiles

/// The files that presentations are opened from.
package protocol MovieStorage: Sendable {
    /// Returns the state of a file; nil if it is missing, no regular file, or outside.
    func state(of name: String) -> MovieFolder.FileState?
    /// Maps a file; nil if it is missing, no regular file, or outside.
    func open(_ name: String) -> (file: MappedFile, state: MovieFolder.FileState)?
    /// Reads a small file; nil if it is missing, no regular file, outside, or larger than the limit.
    func read(_ name: String, limit: Int) -> [UInt8]?
    /// Returns the names in a folder, at most `limit`; nil if they are not known.
    func names(in name: String, limit: Int) -> [String]?
}

extension MovieStorage {
    /// Returns the names in a folder, at most 10,000.
    func names(in name: String) -> [String]? { names(in: name, limit: 10_000) }
}
