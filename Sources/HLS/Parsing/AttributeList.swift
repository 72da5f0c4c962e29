import Media

/// The attributes of one tag, each with the place where its value stands (RFC 8216bis 4.2).
struct AttributeList {
    private struct Value {
        /// The line, at the value's first byte behind a quote.
        var line: PlaylistLine
        /// The value without quotes.
        var bytes: ArraySlice<UInt8>
        var isQuoted: Bool
    }

    private let tag: PlaylistTag
    private let line: PlaylistLine
    private var values: [String: Value] = [:]

    /// Reads the rest of the line of `tag`.
    init(_ tag: PlaylistTag, _ line: PlaylistLine, limits: PlaylistLimits) throws(PlaylistProblem) {
        self.tag = tag
        self.line = line
        var reading = line
        repeat {
            let begin = reading.position
            let name = reading.read(while: Self.isNameByte).text
            guard !name.isEmpty else { throw reading.problem("an attribute name is wanted here, in capitals") }
            guard reading.skip("=") else { throw reading.problem("'=' is wanted after \(name)") }
            let value = try Self.readValue(of: name, &reading)
            guard values.updateValue(value, forKey: name) == nil else {
                throw reading.problem("\(name) is given twice", at: begin)
            }
            guard values.count <= limits.attributes else {
                throw reading.problem("more than \(limits.attributes) attributes", at: begin)
            }
        } while reading.skip(",")
        try reading.expectEnd()
    }

    private static func readValue(of name: String, _ line: inout PlaylistLine) throws(PlaylistProblem) -> Value {
        guard line.skip("\"") else {
            let begin = line
            let bytes = line.read { $0 != UInt8(ascii: ",") }
            if let wrong = bytes.firstIndex(where: { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\"") }) {
                throw line.problem("\(name) has a space or a quote in a value that is not quoted", at: wrong)
            }
            guard !bytes.isEmpty else { throw begin.problem("\(name) has no value") }
            return Value(line: begin, bytes: bytes, isQuoted: false)
        }
        let begin = line
        let bytes = line.read { $0 != UInt8(ascii: "\"") }
        guard line.skip("\"") else { throw begin.problem("\(name) is not closed by a quote") }
        return Value(line: begin, bytes: bytes, isQuoted: true)
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) || PlaylistLine.isDigit(byte)
            || byte == UInt8(ascii: "-")
    }
}

// Typed reading.
extension AttributeList {
    /// A quoted string.
    func string(_ name: String) throws(PlaylistProblem) -> String? {
        guard let value = values[name] else { return nil }
        guard value.isQuoted else { throw value.line.problem("\(name) is a quoted string") }
        return value.bytes.text
    }

    /// A quoted string that has to be there.
    func requiredString(_ name: String) throws(PlaylistProblem) -> String {
        guard let value = try string(name) else { throw missing(name) }
        return value
    }

    /// A quoted string of parts between commas; empty when absent.
    func strings(_ name: String) throws(PlaylistProblem) -> [String] {
        guard let value = try string(name), !value.isEmpty else { return [] }
        return value.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map { part in
            let text = String(Substring(part))
            return text.first == " " ? String(text.drop { $0 == " " }) : text
        }
    }

    /// A word of a fixed set.
    func word<Word: RawRepresentable>(
        _ name: String, _: Word.Type = Word.self
    ) throws(PlaylistProblem) -> Word? where Word.RawValue == String {
        guard let value = try unquoted(name) else { return nil }
        guard let word = Word(rawValue: value.bytes.text) else {
            throw value.line.problem("\(name) cannot be \(value.bytes.prefix(40).text)")
        }
        return word
    }

    /// YES or NO; NO when absent.
    func flag(_ name: String) throws(PlaylistProblem) -> Bool {
        guard let value = try unquoted(name) else { return false }
        switch value.bytes.text {
        case "YES": return true
        case "NO": return false
        default: throw value.line.problem("\(name) is YES or NO")
        }
    }

    /// A whole number.
    func integer(_ name: String) throws(PlaylistProblem) -> Int? {
        guard let value = try unquoted(name) else { return nil }
        var line = value.line
        let number = try line.readInteger(name)
        try expect(line, at: value)
        return number
    }

    /// A decimal number in thousandths.
    func thousandths(_ name: String) throws(PlaylistProblem) -> Int? {
        guard let value = try unquoted(name) else { return nil }
        var line = value.line
        let number = try line.readDecimal(name)
        try expect(line, at: value)
        return Int(clamping: number.ticks(at: 1000))
    }

    /// `1280x720`.
    func resolution(_ name: String) throws(PlaylistProblem) -> PictureSize? {
        guard let value = try unquoted(name) else { return nil }
        var line = value.line
        let width = try line.readInteger("a width", limit: Int(Int32.max))
        guard line.skip("x") else { throw line.problem("\(name) looks like 1280x720") }
        let height = try line.readInteger("a height", limit: Int(Int32.max))
        try expect(line, at: value)
        return PictureSize(width: width, height: height)
    }

    /// A byte range in quotes, from the beginning when it names no offset.
    func byteRange(_ name: String) throws(PlaylistProblem) -> ByteRange? {
        guard let value = values[name] else { return nil }
        guard value.isQuoted else { throw value.line.problem("\(name) is a quoted string") }
        var line = value.line
        let range = try line.readByteRange()
        try expect(line, at: value)
        return ByteRange(offset: range.offset ?? 0, length: range.length)
    }

    func missing(_ name: String) -> PlaylistProblem { line.problem("\(tag.rawValue) needs \(name)") }

    private func unquoted(_ name: String) throws(PlaylistProblem) -> Value? {
        guard let value = values[name] else { return nil }
        guard !value.isQuoted else { throw value.line.problem("\(name) is not a quoted string") }
        return value
    }

    private func expect(_ line: PlaylistLine, at value: Value) throws(PlaylistProblem) {
        guard line.position == value.bytes.endIndex else {
            throw line.problem("'\(value.bytes.prefix(40).text)' is not a value of this kind")
        }
    }
}
