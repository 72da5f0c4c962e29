import Media

/// The bytes of a file, read by offset. Offsets outside of the file are invalid, never a trap.
struct EBMLBytes: Sendable {
    let slice: ByteSlice

    init(_ slice: ByteSlice) { self.slice = slice }

    var count: Int { slice.count }

    /// A number of variable length (RFC 8794 4).
    struct Number {
        /// The value without the length marker.
        var value: UInt64
        /// The value with the length marker, as identifiers are written.
        var marked: UInt64
        /// The length in bytes.
        var length: Int
        /// Whether all bits of the value are set, which means an unknown size.
        var isUnknown: Bool { value == (1 << (7 * UInt64(length))) - 1 }
    }

    /// Reads a number that ends at `end` or before; nil if it does not fit, or if it has more than eight bytes.
    func number(at offset: Int, end: Int) -> Number? {
        guard offset >= 0, offset < end, end <= count else { return nil }
        return slice.withUnsafeBytes { buffer in
            let first = buffer[offset]
            let length = first.leadingZeroBitCount + 1
            guard length <= 8, length <= end - offset else { return nil }
            let marked = buffer[offset..<offset + length].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            let marker = UInt64(1) << (7 * UInt64(length))
            return Number(value: marked & (marker - 1), marked: marked, length: length)
        }
    }

    /// The identifier of ChapterDisplay, which is assigned although its value is zero.
    private static let reservedIdentifier: UInt64 = 0x80

    /// Reads the identifier of an element and its length; nil if it is longer than four bytes or reserved.
    func identifier(at offset: Int, end: Int) -> (id: ElementID, length: Int)? {
        guard let number = number(at: offset, end: end), number.length <= 4,
            number.value != 0 || number.marked == Self.reservedIdentifier, !number.isUnknown
        else { return nil }
        return (ElementID(rawValue: UInt32(truncatingIfNeeded: number.marked)), number.length)
    }

    /// Reads an unsigned number of up to eight bytes; nil if the range is longer or outside of the file.
    func unsigned(_ range: Range<Int>) -> UInt64? {
        guard range.count <= 8, range.lowerBound >= 0, range.upperBound <= count else { return nil }
        return slice.withUnsafeBytes { $0[range].reduce(0) { $0 << 8 | UInt64($1) } }
    }

    /// Returns the offset of the next occurrence of four bytes; nil if there is none.
    func offset(of id: ElementID, from start: Int, end: Int) -> Int? {
        let end = min(end, count)
        guard start >= 0, start <= end - 4 else { return nil }
        let first = UInt8(truncatingIfNeeded: id.rawValue >> 24)
        return slice.withUnsafeBytes { buffer in
            var offset = start
            while offset <= end - 4 {
                if buffer[offset] == first,
                    UInt32(bigEndian: buffer.loadUnaligned(fromByteOffset: offset, as: UInt32.self)) == id.rawValue
                {
                    return offset
                }
                offset += 1
            }
            return nil
        }
    }
}
