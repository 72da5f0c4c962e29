/// The distance of an IP address from the public internet; a resource may only reference addresses in its own or a
/// wider scope.
///
/// Otherwise a remote playlist could cause requests to servers that only this machine can reach.
package enum AddressScope: Int, Sendable, Hashable, Comparable, CustomStringConvertible {
    /// Globally reachable.
    case anywhere
    /// Private networks (RFC 1918, RFC 4193, RFC 6598).
    case privateNetwork
    /// Link-local addresses, where cloud providers serve credentials (RFC 3927).
    case link
    /// This machine, and addresses that do not denote a single host.
    case machine

    package static func < (left: AddressScope, right: AddressScope) -> Bool { left.rawValue < right.rawValue }

    package var description: String {
        switch self {
        case .anywhere: "the public internet"
        case .privateNetwork: "a private network"
        case .link: "the local link"
        case .machine: "this machine"
        }
    }
}
