/// Why a download, or one resource of it, failed.
public struct AssetDownloadError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What kind of failure it is.
    public enum Kind: Sendable, Hashable {
        /// The rules forbid it: the scheme, the address, a redirect.
        case refused
        /// The server answered with this status.
        case status(Int)
        /// No server could be reached or the connection broke.
        case unreachable
        /// The server took too long or sent too slowly.
        case timedOut
        /// The connection ended before all bytes had come.
        case truncated
        /// The resource is larger than the limit.
        case tooLarge
        /// What came is not what was asked for.
        case malformed
        /// A live playlist was asked for without saying how much of it.
        case unbounded
        /// The presentation has not what was chosen.
        case notFound
        /// It cannot be written.
        case disk
        case cancelled
    }

    public var kind: Kind
    /// What is wrong and what would be right: lower case, no full stop, with the address.
    public var message: String
    /// Seconds that the server asks to wait before the next attempt (RFC 9110 10.2.3).
    package var retryAfter: Double?
    /// What libcurl says of a connection that failed.
    package var detail: String?
    /// The value of `errno`, where the system said no.
    package var systemError: Int32?

    package init(_ kind: Kind, _ message: String, retryAfter: Double? = nil) {
        self.kind = kind
        self.message = message
        self.retryAfter = retryAfter
    }

    public var description: String { message }

    /// Whether another attempt can end better.
    package var isTransient: Bool {
        switch kind {
        case .unreachable, .timedOut, .truncated: true
        case .status(let status): status >= 500 || status == 408 || status == 425 || status == 429
        case .refused, .tooLarge, .malformed, .notFound, .unbounded, .disk, .cancelled: false
        }
    }
}
