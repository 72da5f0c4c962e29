/// Maps IP addresses to scopes (IANA's registries of special-purpose addresses).
package struct AddressTable: Sendable, Hashable {
    /// Addresses whose scope differs from the registries.
    package var exceptions: [IPAddress: AddressScope]

    package init(exceptions: [IPAddress: AddressScope] = [:]) { self.exceptions = exceptions }

    /// Returns the scope of an address.
    package func scope(of address: IPAddress) -> AddressScope {
        if let exception = exceptions[address] { return exception }
        if let v4 = address.v4 { return Self.scope(v4: v4) }
        switch address.high >> 48 {
        case 0 where address.high == 0: return .machine
        case 0xfe80...0xfebf: return .link
        // Site-local addresses were replaced by unique local ones (RFC 3879).
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
