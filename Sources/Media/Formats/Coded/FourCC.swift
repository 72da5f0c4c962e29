/// A four-character code, as ISO base media files name boxes, brands and codecs.
public struct FourCC: RawRepresentable, Sendable, Hashable, Codable, ExpressibleByStringLiteral, CustomStringConvertible
{
    /// The four characters, with the first one in the most significant byte.
    public let rawValue: UInt32

    /// The code with this 32-bit number.
    @inlinable public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The code with these four ASCII characters.
    public init(stringLiteral text: StaticString) {
        precondition(text.utf8CodeUnitCount == 4, "a four-character code has four characters")
        var code: UInt32 = 0
        for index in 0..<4 { code = code << 8 | UInt32(text.utf8Start[index]) }
        self.init(rawValue: code)
    }

    /// The four characters. Bytes outside printable ASCII are shown as dots.
    public var description: String {
        String(
            (0..<4).map { index -> Character in
                let byte = UInt8(truncatingIfNeeded: rawValue >> (24 - 8 * UInt32(index)))
                return (0x20...0x7e).contains(byte) ? Character(UnicodeScalar(byte)) : "."
            })
    }
}
