extension UInt8 {
    /// Two hexadecimal digits.
    package func hexadecimal(uppercase: Bool = false) -> String {
        (self < 16 ? "0" : "") + String(self, radix: 16, uppercase: uppercase)
    }
}

extension Sequence<UInt8> {
    /// The bytes as hexadecimal digits, two for each.
    package func hexadecimal(uppercase: Bool = false) -> String {
        let digits = Array((uppercase ? "0123456789ABCDEF" : "0123456789abcdef").utf8)
        var text: [UInt8] = []
        text.reserveCapacity(2 * underestimatedCount)
        for byte in self {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }
}

extension Array<UInt8> {
    /// Parses hexadecimal digits, two for each byte; nil for other text.
    package init?(hexadecimal text: some StringProtocol) {
        let digits = text.utf8.map { UInt8(hexadecimalDigit: $0) }
        guard digits.count.isMultiple(of: 2) else { return nil }
        self = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = digits[index], let low = digits[index + 1] else { return nil }
            append(high << 4 | low)
        }
    }
}

extension UInt8 {
    /// The value of a hexadecimal digit in ASCII, of either case; nil for another character.
    package init?(hexadecimalDigit character: UInt8) {
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self = character - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self = character - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self = character - UInt8(ascii: "A") + 10
        default: return nil
        }
    }
}
