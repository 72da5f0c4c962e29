/// Finds the tags of an XML document in one pass and skips everything else, including comments, CDATA sections and
/// processing instructions.
package struct MarkupScanner {
    package struct Tag {
        /// The name without its namespace prefix.
        package var localName = ""
        /// The offset after the name.
        var nameEnd = 0
        package var isEnd = false
        /// Whether the tag is an empty-element tag (`<br/>`).
        package var isEmpty = false
        /// Attribute names with their prefixes, and the byte ranges of their values.
        var attributes: [(name: String, value: Range<Int>)] = []

        /// The value of an attribute.
        package subscript(_ name: String) -> Range<Int>? { attributes.first { $0.name == name }?.value }
    }

    private let bytes: [UInt8]
    private var offset = 0

    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Returns the next tag; nil after the last one.
    package mutating func next() -> Tag? {
        while let start = bytes[offset...].firstIndex(of: UInt8(ascii: "<")) {
            offset = start + 1
            if skip("!--", to: "-->") || skip("![CDATA[", to: "]]>") || skip("?", to: "?>") { continue }
            if let tag = readTag() { return tag }
        }
        return nil
    }

    /// The text between the last tag and the next one.
    package var text: ArraySlice<UInt8> { bytes[offset...].prefix { $0 != UInt8(ascii: "<") } }

    /// Skips a construct with this start and end. An unterminated construct extends to the end of the document.
    private mutating func skip(_ beginning: String, to end: String) -> Bool {
        guard bytes[offset...].starts(with: beginning.utf8) else { return false }
        offset += beginning.utf8.count
        while offset < bytes.count, !bytes[offset...].starts(with: end.utf8) { offset += 1 }
        return true
    }

    private mutating func readTag() -> Tag? {
        var tag = Tag()
        if current == UInt8(ascii: "/") {
            tag.isEnd = true
            offset += 1
        }
        let name = readName()
        guard !name.isEmpty else { return nil }
        tag.localName = String(name.split(separator: ":").last ?? "")
        tag.nameEnd = offset
        while let byte = current {
            switch byte {
            case UInt8(ascii: ">"):
                offset += 1
                return tag
            case UInt8(ascii: "<"): return nil
            case UInt8(ascii: "/"):
                tag.isEmpty = true
                offset += 1
            default:
                let name = readName()
                guard !name.isEmpty else {
                    offset += 1
                    continue
                }
                if let value = readValue(), tag.attributes.count < 64 { tag.attributes.append((name, value)) }
            }
        }
        return nil
    }

    private var current: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    private mutating func readName() -> String {
        let start = offset
        while let byte = current, Self.isName(byte) { offset += 1 }
        return String(decoding: bytes[start..<offset], as: UTF8.self)
    }

    /// Reads `=` and a quoted value; nil if there is none.
    private mutating func readValue() -> Range<Int>? {
        skipSpaces()
        guard current == UInt8(ascii: "=") else { return nil }
        offset += 1
        skipSpaces()
        guard let quote = current, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
        offset += 1
        let start = offset
        while let byte = current, byte != quote, byte != UInt8(ascii: "<") { offset += 1 }
        guard current == quote else { return nil }
        offset += 1
        return start..<offset - 1
    }

    private mutating func skipSpaces() {
        while let byte = current, byte == 0x20 || byte == 0x09 || byte == 0x0a || byte == 0x0d { offset += 1 }
    }

    private static func isName(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x3a, 0x41...0x5a, 0x61...0x7a, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), 0x80...:
            true
        default: false
        }
    }
}
