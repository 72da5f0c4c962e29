/// The failure of a download or of one of its resources.
public struct AssetDownloadError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of failure.
    public enum Kind: Sendable, Hashable {
        /// Forbidden by a rule for schemes, addresses or redirects.
        case refused
        /// The server responded with this status.
        case status(Int)
        /// The server cannot be reached, or the connection was lost.
        case unreachable
        /// The server did not respond in time, or sent too slowly.
        case timedOut
        /// The connection ended before all bytes were received.
        case truncated
        /// The resource exceeds a size limit.
        case tooLarge
        /// The content is invalid, or differs from the requested content.
        case malformed
        /// A live playlist without a configured recording duration.
        case unbounded
        /// The presentation does not contain the selected rendition.
        case notFound
        /// A file cannot be read or written.
        case disk
        case cancelled
    }

    public var kind: Kind
    /// The problem and a remedy, with the URL: lower case, no full stop.
    public var message: String
    /// The value of `errno` for failed system calls.
    package var systemError: Int32?

    package init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    public var description: String { message }
}
