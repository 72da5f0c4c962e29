extension UInt8 {
    /// Whether the byte is an unreserved character of URIs (RFC 3986 2.3).
    package var isUnreservedInURI: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }
}

extension StringProtocol {
    /// Returns the text with all characters percent-encoded except the unreserved ones and those of `others`, which are
    /// ASCII.
    package func percentEncoded(except others: StaticString = "") -> String {
        let isKept = { (byte: UInt8) in
            byte.isUnreservedInURI || others.withUTF8Buffer { $0.contains(byte) }
        }
        if utf8.allSatisfy(isKept) { return String(self) }
        var result: [UInt8] = []
        for byte in utf8 {
            if isKept(byte) {
                result.append(byte)
            } else {
                result.append(UInt8(ascii: "%"))
                result.append(contentsOf: byte.hexadecimal(uppercase: true).utf8)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}

extension Collection<UInt8> {
    /// Returns the bytes that a percent-encoded text denotes; nil if a percent sign is not followed by two digits.
    package func percentDecoded() -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        var rest = makeIterator()
        while let byte = rest.next() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.next().flatMap(UInt8.init(hexadecimalDigit:)),
                let low = rest.next().flatMap(UInt8.init(hexadecimalDigit:))
            else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }
}
