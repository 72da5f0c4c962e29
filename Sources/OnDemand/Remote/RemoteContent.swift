package import StageKit
package import SystemFiles

/// The blocks of an object that are present in a cache.
package protocol RemoteContent: PartialContent {
    /// The state of the object; nil if the store has another version now.
    var state: MovieFolder.FileState? { get }
    /// The name in messages.
    var name: String { get }
    /// The maximum number of bytes that opening a presentation can require.
    var openingLimit: Int { get }
    /// The size of the blocks that contain ranges, in bytes.
    func byteCount(of ranges: [Range<Int>]) -> Int
    /// Returns the ranges that this content does not retain.
    func missing(_ ranges: [Range<Int>]) -> [Range<Int>]
    /// Fetches ranges, and retains them until `release`.
    func retain(_ ranges: [Range<Int>]) async throws(StageError)
    /// Releases the ranges that were required for opening only.
    func release()
    /// Retains ranges with the result; nil if some are absent. Never waits.
    func lease(_ ranges: [Range<Int>]) -> (any AnyObject & Sendable)?
    /// Fetches ranges, and retains them with the result.
    func fetch(_ ranges: [Range<Int>]) async throws(StageError) -> any AnyObject & Sendable
}
