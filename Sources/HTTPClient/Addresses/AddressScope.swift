/// How far from the public internet an address is; a page may name only what is not nearer to us than itself.
///
/// Otherwise a playlist from anywhere could make this machine ask servers that only it can reach.
package enum AddressScope: Int, Sendable, Hashable, Comparable, CustomStringConvertible {
    /// Reachable from everywhere.
    case anywhere
    /// Of a private network (RFC 1918, RFC 4193, RFC 6598).
    case privateNetwork
    /// Of one link, where clouds keep their credentials (RFC 3927).
    case link
    /// This machine, and whatever is no address of a single one.
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

/// Which addresses belong to which scope (IANA's registries of special-purpose addresses).
package struct AddressTable: Sendable, Hashable {
    /// Addresses that are of another scope than the registries say.
    package var exceptions: [IPAddress: AddressScope]

    package init(exceptions: [IPAddress: AddressScope] = [:]) { self.exceptions = exceptions }

    /// The scope of an address.
    package func scope(of address: IPAddress) -> AddressScope {
        if let exception = exceptions[address] { return exception }
        if let v4 = address.v4 { return Self.scope(v4: v4) }
        switch address.high >> 48 {
        case 0 where address.high == 0: return .machine
        case 0xfe80...0xfebf: return .link
        // Addresses of sites were replaced by those of private networks (RFC 3879).
        case 0xfec0...0xfeff, 0xfc00...0xfdff: return .privateNetwork
        case 0xff00...0xffff: return .machine
        default: return .anywhere
        }
    }

    private static func scope(v4 address: UInt32) -> AddressScope {
        switch (address >> 24, address >> 16 & 0xff) {
        case (0, _), (127, _), (224..., _): .machine
        case (169, 254): .link
        case (10, _), (172, 16...31), (192, 168), (100, 64...127), (198, 18...19): .privateNetwork
        case (192, 0) where address >> 8 & 0xff == 0: .privateNetwork
        default: .anywhere
        }
    }
}
