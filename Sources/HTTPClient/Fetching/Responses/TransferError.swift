/// The reason why a transfer failed.
package struct TransferError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of failure.
    package enum Kind: Sendable, Hashable {
        /// The rules forbid the request: its scheme, its server, a redirect.
        case refused
        /// The server answered with this status.
        case status(Int)
        /// No server could be reached, or the connection broke.
        case unreachable
        /// The server took too long or sent too slowly.
        case timedOut
        /// The connection ended before the last byte.
        case truncated
        /// The resource exceeds the limit.
        case tooLarge
        /// The response does not fit the request.
        case malformed
        /// A file cannot be read or written.
        case disk
        case cancelled
    }

    package var kind: Kind
    /// The failure and a remedy: lower case, no full stop, with the URL.
    package var message: String
    /// The seconds that the server asks to wait before the next attempt (RFC 9110 10.2.3).
    package var retryAfter: Double?
    /// The reason that libcurl reports for a failed connection.
    package var detail: String?
    /// The value of `errno` of a failed system call.
    package var systemError: Int32?

    package init(_ kind: Kind, _ message: String, retryAfter: Double? = nil) {
        self.kind = kind
        self.message = message
        self.retryAfter = retryAfter
    }

    package var description: String { message }

    /// Whether another attempt can succeed.
    package var isTransient: Bool {
        switch kind {
        case .unreachable, .timedOut, .truncated: true
        case .status(let status): status >= 500 || status == 408 || status == 425 || status == 429
        case .refused, .tooLarge, .malformed, .disk, .cancelled: false
        }
    }
}
