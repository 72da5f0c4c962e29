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
        case cutShort
        /// The resource is larger than the limit.
        case tooLarge
        /// What came is not what was asked for.
        case malformed
        /// A live playlist was asked for without saying how much of it.
        case endless
        /// The presentation has not what was chosen.
        case notThere
        /// It cannot be written.
        case disk
        case cancelled
    }

    public var kind: Kind
    /// What is wrong and what would be right: lower case, no full stop, with the address.
    public var message: String
    /// The value of `errno`, where the system said no.
    package var systemError: Int32?

    package init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    public var description: String { message }
}
