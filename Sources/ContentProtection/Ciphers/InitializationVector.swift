import Media

/// A block of 16 bytes: an initialization vector of CBC, or the first counter of CTR.
package struct InitializationVector: Sendable, Hashable, CustomStringConvertible {
    /// The first and the last eight bytes, as big-endian numbers.
    package var high: UInt64
    package var low: UInt64

    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// 16 bytes, or 8 bytes followed by a block counter of zero (ISO/IEC 23001-7 9.1). Returns nil for other lengths.
    package init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == 16 || bytes.count == 8 else { return nil }
        high = bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
        low = bytes.dropFirst(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// The vector of a segment without `IV` attribute: its media sequence number (RFC 8216bis 5.2).
    package init(mediaSequenceNumber: UInt64) { self.init(high: 0, low: mediaSequenceNumber) }

    /// 32 hexadecimal digits, optionally after `0x`. Returns nil for other text.
    package init?(hexadecimal text: String) {
        let digits = text.hasPrefix("0x") || text.hasPrefix("0X") ? text.dropFirst(2) : text[...]
        guard digits.utf8.count == 32, digits.utf8.allSatisfy({ UInt8(hexadecimalDigit: $0) != nil }) else {
            return nil
        }
        guard let high = UInt64(digits.prefix(16), radix: 16), let low = UInt64(digits.suffix(16), radix: 16) else {
            return nil
        }
        self.init(high: high, low: low)
    }

    package var bytes: [UInt8] {
        [high, low].flatMap { half in (0..<8).map { UInt8(truncatingIfNeeded: half >> (56 - 8 * $0)) } }
    }

    /// Returns the vector as a 128-bit number plus `blocks`, modulo 2¹²⁸.
    package func advanced(by blocks: UInt64) -> InitializationVector {
        let (sum, overflow) = low.addingReportingOverflow(blocks)
        return InitializationVector(high: overflow ? high &+ 1 : high, low: sum)
    }

    /// 32 hexadecimal digits.
    package var description: String {
        bytes.hexadecimal()
    }
}
