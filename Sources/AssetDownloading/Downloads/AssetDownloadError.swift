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
        case cutShort
        /// The resource exceeds a size limit.
        case tooLarge
        /// The content is invalid, or differs from the requested content.
        case malformed
        /// A live playlist without a configured recording duration.
        case endless
        /// The presentation does not contain the selected rendition.
        case notThere
        /// A file cannot be read or written.
        case disk
        case cancelled
    }

    public var kind: Kind
    /// The problem and a remedy, with the URL: lower case, no full stop.
    public var message: String
    /// The delay that the server requests before the next attempt, in seconds (RFC 9110 10.2.3).
    package var retryAfter: Double?
    /// libcurl's description of a connection failure.
    package var detail: String?
    /// The value of `errno` for failed system calls.
    package var systemError: Int32?

    package init(_ kind: Kind, _ message: String, retryAfter: Double? = nil) {
        self.kind = kind
        self.message = message
        self.retryAfter = retryAfter
    }

    public var description: String { message }

    /// Whether another attempt may succeed.
    package var isPassing: Bool {
        switch kind {
        case .unreachable, .timedOut, .cutShort: true
        case .status(let status): status >= 500 || status == 408 || status == 425 || status == 429
        case .refused, .tooLarge, .malformed, .notThere, .endless, .disk, .cancelled: false
        }
    }
}
