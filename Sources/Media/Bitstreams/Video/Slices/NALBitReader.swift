/// Reads bit fields of a NAL unit in place, without its emulation prevention bytes (ITU-T H.264 7.3.1, H.265 7.3.1.1).
package struct NALBitReader: BitFieldReader {
    private let unit: UnsafeRawBufferPointer
    /// The number of bytes read so far, including emulation prevention bytes before the last one.
    package private(set) var byteCount: Int
    private var current: UInt8 = 0
    private var unreadBits = 0
    private var zeros = 0

    /// Reads `unit`, which must outlive the reader, from the byte at `offset` on.
    package init(_ unit: UnsafeRawBufferPointer, from offset: Int) {
        self.unit = unit
        byteCount = offset
    }

    private mutating func nextByte() throws(BitstreamError) {
        if zeros >= 2, byteCount < unit.count, unit[byteCount] == 3 {
            byteCount += 1
            zeros = 0
        }
        guard byteCount < unit.count else { throw .endsTooEarly }
        current = unit[byteCount]
        byteCount += 1
        zeros = current == 0 ? zeros + 1 : 0
        unreadBits = 8
    }

    package mutating func flag() throws(BitstreamError) -> Bool {
        if unreadBits == 0 { try nextByte() }
        unreadBits -= 1
        return current >> UInt8(unreadBits) & 1 == 1
    }

    package mutating func number(_ count: Int) throws(BitstreamError) -> Int {
        precondition((0...32).contains(count), "a bit field has at most 32 bits")
        var (value, rest) = (0, count)
        while rest > 0 {
            if unreadBits == 0 { try nextByte() }
            let length = min(rest, unreadBits)
            unreadBits -= length
            value = value << length | Int(current >> UInt8(unreadBits)) & (1 << length - 1)
            rest -= length
        }
        return value
    }

    /// Reads an unsigned Exp-Golomb code, ue(v) of ITU-T H.264 9.1.
    @discardableResult package mutating func unsignedExpGolomb() throws(BitstreamError) -> Int {
        var zeros = 0
        while try !flag() {
            zeros += 1
            guard zeros < 32 else { throw .invalid("an Exp-Golomb code is longer than 32 bits") }
        }
        return (1 << zeros) - 1 + (try number(zeros))
    }

    /// Reads a signed Exp-Golomb code, se(v) of ITU-T H.264 9.1.1.
    package mutating func signedExpGolomb() throws(BitstreamError) -> Int {
        let code = try unsignedExpGolomb()
        return code & 1 == 1 ? (code + 1) / 2 : -(code / 2)
    }

    package mutating func skipExpGolomb(_ count: Int) throws(BitstreamError) {
        for _ in 0..<count { try unsignedExpGolomb() }
    }

    /// Reads the bits up to the next byte. Returns whether all have this value.
    mutating func isAligned(with value: Bool) throws(BitstreamError) -> Bool {
        let count = unreadBits
        return try number(count) == (value ? 1 << count - 1 : 0)
    }

    package mutating func count(upTo limit: Int, of what: String) throws(BitstreamError) -> Int {
        let value = try unsignedExpGolomb()
        guard value <= limit else { throw .invalid("\(value) \(what); at most \(limit) are allowed") }
        return value
    }

    /// Returns Ceil(Log2(count)): the bits of a number below `count`.
    static func bits(for count: Int) -> Int { count <= 1 ? 0 : Int.bitWidth - (count - 1).leadingZeroBitCount }
}
