/// Base64 with the alphabet for URLs and without padding (RFC 4648 5), of blocks of 16 bytes.
enum Base64URL {
    /// The length of a block's text.
    static let textLength = 22

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// Writes the text of 16 bytes to memory of ``textLength`` bytes.
    static func write(_ block: UnsafeRawBufferPointer, to text: UnsafeMutableRawBufferPointer) {
        var (value, bits, index) = (0, 0, 0)
        for byte in block {
            value = (value << 8 | Int(byte)) & 0xffff
            bits += 8
            while bits >= 6 {
                bits -= 6
                text[index] = alphabet[value >> bits & 0x3f]
                index += 1
            }
        }
        text[index] = alphabet[value << (6 - bits) & 0x3f]
    }

    /// The 16 bytes of a text; nil for other text.
    static func block(_ text: String) -> [UInt8]? {
        guard text.utf8.count == textLength else { return nil }
        var (block, value, bits) = ([UInt8](), 0, 0)
        for character in text.utf8 {
            guard let digit = alphabet.firstIndex(of: character) else { return nil }
            value = (value << 6 | digit) & 0xffff
            bits += 6
            guard bits >= 8 else { continue }
            bits -= 8
            block.append(UInt8(value >> bits & 0xff))
        }
        return value & (1 << bits - 1) == 0 ? block : nil
    }
}
