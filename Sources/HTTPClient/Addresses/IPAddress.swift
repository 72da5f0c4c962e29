import Glibc

/// An IP address; version 4 is stored in its version 6 mapping (RFC 4291 2.5.5.2).
package struct IPAddress: Sendable, Hashable {
    /// The first eight bytes.
    package var high: UInt64
    /// The last eight bytes.
    package var low: UInt64

    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Creates an IPv4 address.
    package init(v4: UInt32) { self.init(high: 0, low: 0xffff_0000_0000 | UInt64(v4)) }

    /// Parses an address without a port; nil for other text.
    package init?(_ text: String) {
        var four = in_addr()
        if inet_pton(AF_INET, text, &four) == 1 {
            self.init(v4: UInt32(bigEndian: four.s_addr))
            return
        }
        var six = in6_addr()
        guard inet_pton(AF_INET6, text, &six) == 1 else { return nil }
        self.init(six)
    }

    /// Creates the address of a socket, whose `sockaddr` has `count` bytes; nil for other address families.
    package init?(socket: UnsafeRawPointer, count: Int) {
        guard count >= MemoryLayout<sockaddr>.size else { return nil }
        switch Int32(socket.load(as: sockaddr.self).sa_family) {
        case AF_INET: self.init(v4: UInt32(bigEndian: socket.load(as: sockaddr_in.self).sin_addr.s_addr))
        case AF_INET6 where count >= MemoryLayout<sockaddr_in6>.size:
            self.init(socket.load(as: sockaddr_in6.self).sin6_addr)
        default: return nil
        }
    }

    private init(_ address: in6_addr) {
        self = withUnsafeBytes(of: address) { bytes in
            IPAddress(
                high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
                low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
        }
    }

    /// The embedded IPv4 address: mapped, translated (RFC 6052) or 6to4 (RFC 3056).
    package var v4: UInt32? {
        if high == 0, low >> 32 == 0xffff { return UInt32(truncatingIfNeeded: low) }
        if high == 0x0064_ff9b_0000_0000, low >> 32 == 0 { return UInt32(truncatingIfNeeded: low) }
        if high >> 48 == 0x2002 { return UInt32(truncatingIfNeeded: high >> 16) }
        return nil
    }
}
