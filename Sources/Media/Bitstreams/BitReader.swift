/// Reads bit fields, most significant bit first. Reading past the end throws.
package struct BitReader: BitFieldReader {
    private let bytes: [UInt8]
    /// The number of bits read so far.
    package private(set) var position = 0

    /// Reads `bytes` from their first bit.
    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The number of unread bits.
    package var remaining: Int { bytes.count * 8 - position }

    /// Reads an unsigned field of 0 to 32 bits.
    package mutating func bits(_ count: Int) throws(BitstreamError) -> UInt32 {
        precondition((0...32).contains(count), "a bit field has at most 32 bits")
        guard remaining >= count else { throw .endsTooEarly }
        var value: UInt64 = 0
        for _ in 0..<count {
            let bit = bytes[position >> 3] >> (7 - UInt8(position & 7)) & 1
            value = value << 1 | UInt64(bit)
            position += 1
        }
        return UInt32(truncatingIfNeeded: value)
    }

    /// Reads a field of one bit.
    package mutating func flag() throws(BitstreamError) -> Bool { try bits(1) == 1 }

    /// Reads an unsigned field of 0 to 32 bits as an `Int`.
    package mutating func number(_ count: Int) throws(BitstreamError) -> Int { Int(try bits(count)) }

    /// Skips `count` bits.
    package mutating func skip(_ count: Int) throws(BitstreamError) {
        guard count >= 0, remaining >= count else { throw .endsTooEarly }
        position += count
    }

    /// Reads an unsigned Exp-Golomb code, ue(v) of ITU-T H.264 9.1.
    package mutating func unsignedExpGolomb() throws(BitstreamError) -> UInt32 {
        var zeros = 0
        while try !flag() {
            zeros += 1
            guard zeros < 32 else { throw .invalid("an Exp-Golomb code is longer than 32 bits") }
        }
        return UInt32((UInt64(1) << UInt64(zeros)) - 1 + UInt64(try bits(zeros)))
    }

    /// Reads an unsigned Exp-Golomb code. Throws an error with the limit if it exceeds `limit`.
    package mutating func count(upTo limit: Int, of what: String) throws(BitstreamError) -> Int {
        let value = Int(try unsignedExpGolomb())
        guard value <= limit else { throw .invalid("\(value) \(what); at most \(limit) are allowed") }
        return value
    }

    /// Reads a signed Exp-Golomb code, se(v) of ITU-T H.264 9.1.1.
    package mutating func signedExpGolomb() throws(BitstreamError) -> Int {
        let code = Int(try unsignedExpGolomb())
        return code & 1 == 1 ? (code + 1) / 2 : -(code / 2)
    }

    package mutating func skipExpGolomb(_ count: Int) throws(BitstreamError) {
        for _ in 0..<count { _ = try unsignedExpGolomb() }
    }
}
