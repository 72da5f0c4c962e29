/// Base64 (RFC 4648 4) for modules without Foundation.
package enum Base64Text {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// Returns the text of bytes, with padding.
    package static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let value = group.reduce(0 as UInt32) { $0 << 8 | UInt32($1) } << (8 * UInt32(3 - group.count))
            for index in 0..<4 {
                let digit = alphabet[Int(value >> (18 - 6 * UInt32(index)) & 63)]
                text.append(index <= group.count ? digit : UInt8(ascii: "="))
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Returns the bytes of text, whose padding may be missing; nil if it contains other characters.
    package static func decode(_ text: some Sequence<UInt8>) -> [UInt8]? {
        var (bytes, value, bits, hasEnded): ([UInt8], UInt32, Int, Bool) = ([], 0, 0, false)
        for byte in text {
            if byte == UInt8(ascii: "=") {
                hasEnded = true
                continue
            }
            guard !hasEnded, let digit = digit(byte) else { return nil }
            value = (value << 6 | digit) & 0xffff
            bits += 6
            guard bits >= 8 else { continue }
            bits -= 8
            bytes.append(UInt8(truncatingIfNeeded: value >> UInt32(bits)))
        }
        return bits == 6 ? nil : bytes
    }

    /// The value of a digit; nil for other characters.
    package static func digit(_ byte: UInt8) -> UInt32? {
        switch byte {
        case 0x41...0x5a: UInt32(byte) - 0x41
        case 0x61...0x7a: UInt32(byte) - 0x61 + 26
        case 0x30...0x39: UInt32(byte) - 0x30 + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
