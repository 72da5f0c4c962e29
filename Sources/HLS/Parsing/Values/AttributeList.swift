import Media

/// The attributes of one tag, with the position of each value (RFC 8216bis 4.2).
struct AttributeList {
    private struct Attribute {
        var name: UnsafeBufferPointer<UInt8>
        /// The value without quotes.
        var value: PlaylistLine
        var isQuoted: Bool
        /// Whether a typed accessor has read it.
        var isConsumed = false
    }

    private let tag: PlaylistTag
    private let line: PlaylistLine
    private let context: ReadingContext
    private var attributes: [Attribute] = []

    /// Parses the rest of the line of `tag`.
    init(_ tag: PlaylistTag, _ line: PlaylistLine, _ context: ReadingContext) throws(PlaylistProblem) {
        self.tag = tag
        self.line = line
        self.context = context
        attributes.reserveCapacity(8)
        var reading = line
        repeat {
            skipSpaces(&reading)
            guard !reading.isAtEnd, reading.next != UInt8(ascii: ",") else {
                try context.reportDeviation(reading.problem("expected an attribute name in capital letters"))
                continue
            }
            try readAttribute(&reading)
        } while try skipComma(&reading)
        try reading.expectEnd()
    }

    /// Skips the comma after an attribute; some encoders omit it after a quoted value.
    private func skipComma(_ reading: inout PlaylistLine) throws(PlaylistProblem) -> Bool {
        if reading.skip(",") { return true }
        guard attributes.last?.isQuoted == true, let next = reading.next, Self.isNameByte(next),
            context.tolerance != .strict
        else { return false }
        try context.reportDeviation(reading.problem("expected ',' between attributes"))
        return true
    }

    private mutating func readAttribute(_ reading: inout PlaylistLine) throws(PlaylistProblem) {
        let begin = reading.position
        let name = try readName(&reading)
        guard reading.skip("=") else {
            if try continueCodecs(&reading, from: begin) { return }
            throw reading.problem("expected '=' after \(name.text)")
        }
        if context.tolerance != .strict { skipSpaces(&reading) }
        let isQuoted = reading.skip("\"")
        let value = isQuoted ? try readQuoted(name, &reading) : try readUnquoted(name, &reading)
        if !isQuoted, value.isAtEnd { return }
        if let other = attributes.first(where: { $0.name.elementsEqual(name) }) {
            let problem = reading.problem("duplicate attribute \(name.text)", at: begin)
            guard other.value.rest.elementsEqual(value.rest) else { throw problem }
            return try context.reportDeviation(problem)
        }
        attributes.append(Attribute(name: name, value: value, isQuoted: isQuoted))
        guard attributes.count <= context.limits.attributes else {
            throw reading.problem("more than \(context.limits.attributes) attributes", at: begin)
        }
    }

    /// Reads a name; a name in lower case is treated as an unknown attribute.
    private func readName(_ reading: inout PlaylistLine) throws(PlaylistProblem) -> UnsafeBufferPointer<UInt8> {
        let begin = reading
        let name = reading.read {
            Self.isNameByte($0) || (0x61...0x7a).contains($0) || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: ".")
        }
        let problem = begin.problem("expected an attribute name in capital letters")
        guard !name.isEmpty else { throw problem }
        if !name.allSatisfy(Self.isNameByte) { try context.reportDeviation(problem) }
        if context.tolerance != .strict, !reading.isAtEnd { skipSpaces(&reading) }
        return name
    }

    /// Appends an element to unquoted codecs, whose commas look like attribute separators.
    private mutating func continueCodecs(_ reading: inout PlaylistLine, from begin: Int) throws(PlaylistProblem) -> Bool
    {
        guard context.tolerance != .strict, let last = attributes.last, !last.isQuoted,
            last.name.equals("CODECS") || last.name.equals("SUPPLEMENTAL-CODECS")
        else { return false }
        _ = reading.read { $0 != UInt8(ascii: ",") }
        attributes[attributes.count - 1].value.end = reading.position
        return true
    }

    private func readQuoted(
        _ name: UnsafeBufferPointer<UInt8>, _ reading: inout PlaylistLine
    ) throws(PlaylistProblem) -> PlaylistLine {
        var value = reading
        _ = reading.read { $0 != UInt8(ascii: "\"") }
        value.end = reading.position
        guard reading.skip("\"") else { throw value.problem("\(name.text) has no closing quote") }
        skipSpaces(&reading)
        return value
    }

    private func readUnquoted(
        _ name: UnsafeBufferPointer<UInt8>, _ reading: inout PlaylistLine
    ) throws(PlaylistProblem) -> PlaylistLine {
        var value = reading
        let bytes = reading.read {
            $0 != UInt8(ascii: ",") && !PlaylistLine.isBlank($0) && $0 != UInt8(ascii: "\"")
        }
        value.end = reading.position
        if bytes.isEmpty { try context.reportDeviation(value.problem("\(name.text) has no value")) }
        if reading.isAtEnd || reading.next == UInt8(ascii: ",") { return value }
        let wrong = reading.position
        skipSpaces(&reading)
        guard !reading.isAtEnd, reading.next != UInt8(ascii: ",") else { return value }
        let problem = reading.problem("the unquoted value of \(name.text) contains a space or a quote", at: wrong)
        let rest = reading.read { $0 != UInt8(ascii: ",") }
        guard !rest.contains(UInt8(ascii: "\"")), !rest.contains(UInt8(ascii: "=")) else { throw problem }
        try context.reportDeviation(problem)
        value.end = reading.position
        return value
    }

    /// Skips spaces between attributes with a warning: they are not allowed, but common.
    private func skipSpaces(_ reading: inout PlaylistLine) {
        let begin = reading
        guard reading.skipBlanks() else { return }
        context.warn(begin.problem("unexpected space between attributes"))
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) || PlaylistLine.isDigit(byte)
            || byte == UInt8(ascii: "-")
    }

    /// Returns the attribute with a name and marks it as consumed.
    private mutating func attribute(_ name: StaticString) -> Attribute? {
        for index in attributes.indices where attributes[index].name.equals(name) {
            attributes[index].isConsumed = true
            return attributes[index]
        }
        return nil
    }

    /// Whether there is an attribute of this name.
    func has(_ name: StaticString) -> Bool { attributes.contains { $0.name.equals(name) } }

    /// The number of attributes.
    var count: Int { attributes.count }

    /// Returns the attributes that no accessor has consumed, in order.
    func unknown() throws(PlaylistProblem) -> [UnknownAttribute] {
        guard attributes.contains(where: { !$0.isConsumed }) else { return [] }
        var unknown: [UnknownAttribute] = []
        let count = attributes.count { !$0.isConsumed }
        try context.reserve(2 * count * MemoryLayout<UnknownAttribute>.stride + line.bytes.count, line)
        for attribute in attributes where !attribute.isConsumed {
            unknown.append(
                UnknownAttribute(
                    name: attribute.name.text, value: try text(attribute), isQuoted: attribute.isQuoted))
        }
        return unknown
    }

    /// Returns the value as text; variables are expanded in quoted values.
    private func text(_ attribute: Attribute) throws(PlaylistProblem) -> String {
        attribute.isQuoted ? try context.variables.expand(attribute.value) : attribute.value.rest.text
    }

    /// Reports a violated rule of the tag if the attribute's meaning is clear.
    func reportDeviation(_ message: String, at name: StaticString) throws(PlaylistProblem) {
        try context.reportDeviation(problem(message, at: name))
    }

    func missing(_ name: StaticString) -> PlaylistProblem { line.problem("\(tag.name) requires \(name)") }

    /// Returns the problem of an attribute that violates a rule of the tag.
    func problem(_ message: String, at name: StaticString) -> PlaylistProblem {
        for attribute in attributes where attribute.name.equals(name) { return attribute.value.problem(message) }
        return line.problem(message)
    }
}

// Typed reading.
extension AttributeList {
    /// Reads a quoted string.
    mutating func string(_ name: StaticString) throws(PlaylistProblem) -> String? {
        guard let attribute = attribute(name) else { return nil }
        try expectQuotes(attribute, name)
        return attribute.isQuoted ? try text(attribute) : try context.variables.expand(attribute.value)
    }

    private func expectQuotes(_ attribute: Attribute, _ name: StaticString) throws(PlaylistProblem) {
        guard !attribute.isQuoted else { return }
        try context.reportDeviation(attribute.value.problem("\(name) must be a quoted string"))
    }

    /// Reads a required quoted string.
    mutating func requiredString(_ name: StaticString) throws(PlaylistProblem) -> String {
        guard let value = try string(name) else { throw missing(name) }
        return value
    }

    /// Reads a quoted, comma-separated list; empty when absent.
    mutating func strings(_ name: StaticString) throws(PlaylistProblem) -> [String] {
        guard let value = try string(name), !value.isEmpty else { return [] }
        return value.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map { part in
            let text = String(Substring(part))
            return text.first == " " ? String(text.drop { $0 == " " }) : text
        }
    }

    /// Reads an unquoted keyword.
    mutating func word(_ name: StaticString) throws(PlaylistProblem) -> String? {
        try unquoted(name)?.rest.text
    }

    /// Reads an unquoted keyword; a different capitalization of one in `known` is corrected.
    mutating func word(_ name: StaticString, of known: [String]) throws(PlaylistProblem) -> String? {
        guard let value = try unquoted(name) else { return nil }
        let word = value.rest.text
        guard !known.contains(word), let other = known.first(where: { $0 == word.uppercased() }) else { return word }
        try context.reportDeviation(value.problem("\(name) must be \(other) in capital letters"))
        return other
    }

    /// Reads a required keyword of a fixed set; nil with a warning for any other word, whose tag is then ignored.
    mutating func word<Word: RawRepresentable>(
        required name: StaticString, _: Word.Type = Word.self
    ) throws(PlaylistProblem) -> Word? where Word.RawValue == String {
        guard let value = try unquoted(name) else { throw missing(name) }
        if let word = Word(rawValue: value.rest.text) { return word }
        if let word = Word(rawValue: value.rest.text.uppercased()) {
            try context.reportDeviation(value.problem("\(name) must be \(word.rawValue) in capital letters"))
            return word
        }
        context.warn(
            value.problem("unknown \(name) '\(value.rest.between(0, 40).text)'; the tag is ignored"))
        return nil
    }

    /// Reads YES or NO; NO when absent.
    mutating func flag(_ name: StaticString) throws(PlaylistProblem) -> Bool {
        guard let value = try unquoted(name) else { return false }
        if value.rest.equals("YES") { return true }
        if value.rest.equals("NO") { return false }
        let problem = value.problem("\(name) must be YES or NO")
        let isYes = ["YES", "TRUE"].contains(value.rest.text.uppercased())
        guard isYes || ["NO", "FALSE"].contains(value.rest.text.uppercased()) else { throw problem }
        try context.reportDeviation(problem)
        return isYes
    }

    /// Reads a decimal integer.
    mutating func integer(_ name: StaticString) throws(PlaylistProblem) -> Int? {
        guard var line = try unquoted(name) else { return nil }
        let value = line
        let number = try line.readInteger(name)
        if context.tolerance != .strict, line.skip(".") {
            _ = line.read(while: PlaylistLine.isDigit)
            try context.reportDeviation(value.problem("\(name) must be a whole number"))
        }
        try expectEnd(line, of: value)
        return number
    }

    /// Reads a non-negative decimal number of seconds.
    mutating func seconds(_ name: StaticString) throws(PlaylistProblem) -> MediaTime? {
        guard var line = try unquoted(name) else { return nil }
        let value = line
        let number = try line.readDecimal(name)
        try expectEnd(line, of: value)
        return number
    }

    /// Reads a decimal number of seconds that may be negative.
    mutating func signedSeconds(_ name: StaticString) throws(PlaylistProblem) -> MediaTime? {
        guard var line = try unquoted(name) else { return nil }
        let value = line
        let isNegative = line.skip("-")
        let number = try line.readDecimal(name)
        try expectEnd(line, of: value)
        return isNegative ? -number : number
    }

    /// Reads a decimal number and keeps its notation.
    mutating func number(_ name: StaticString) throws(PlaylistProblem) -> DecimalNumber? {
        guard let value = try unquoted(name) else { return nil }
        guard let number = DecimalNumber(value.rest.text) else {
            throw value.problem("\(name) must be a decimal number of up to 40 characters")
        }
        return number
    }

    /// Reads a resolution such as `1280x720`.
    mutating func resolution(_ name: StaticString) throws(PlaylistProblem) -> PixelSize? {
        guard var line = try unquoted(name) else { return nil }
        let value = line
        let width = try line.readInteger("a width", limit: Int(Int32.max))
        if !line.skip("x") {
            let problem = line.problem("\(name) must have the form 1280x720")
            guard line.skip("X") else { throw problem }
            try context.reportDeviation(problem)
        }
        let height = try line.readInteger("a height", limit: Int(Int32.max))
        try expectEnd(line, of: value)
        return PixelSize(width: width, height: height)
    }

    /// Reads a quoted byte range; its offset is nil if it continues the previous range.
    mutating func byteRange(
        _ name: StaticString
    ) throws(PlaylistProblem) -> (length: Int, offset: Int?, line: PlaylistLine)? {
        guard let attribute = attribute(name) else { return nil }
        try expectQuotes(attribute, name)
        var line = attribute.value
        let range = try line.readByteRange()
        try expectEnd(line, of: attribute.value)
        return (range.length, range.offset, attribute.value)
    }

    /// Reads a quoted date.
    mutating func date(_ name: StaticString) throws(PlaylistProblem) -> DateTime? {
        guard let attribute = attribute(name) else { return nil }
        try expectQuotes(attribute, name)
        var line = attribute.value
        let date = try line.readDateTime()
        try expectEnd(line, of: attribute.value)
        return date
    }

    /// Reads a hexadecimal sequence. If `isNumber`, an odd number of digits is allowed.
    mutating func bytes(_ name: StaticString, isNumber: Bool = false) throws(PlaylistProblem) -> [UInt8]? {
        guard let value = try unquoted(name) else { return nil }
        if let bytes = Self.hexadecimal(value.rest, isNumber: isNumber) {
            if value.rest.contains(where: { (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0) }) {
                context.warn(value.problem("the hexadecimal digits of \(name) must be capital letters"))
            }
            return bytes
        }
        let problem = value.problem("\(name) must have the form 0x0A1B, with two digits per byte")
        // 32 digits without a prefix are unambiguous in an initialization vector.
        guard isNumber, value.rest.count == 32,
            let bytes = Self.hexadecimal(Array("0x".utf8) + value.rest, isNumber: true)
        else { throw problem }
        try context.reportDeviation(problem)
        return bytes
    }

    static func hexadecimal(_ text: some Collection<UInt8>, isNumber: Bool) -> [UInt8]? {
        guard text.starts(with: Array("0x".utf8)) || text.starts(with: Array("0X".utf8)), text.count > 2 else {
            return nil
        }
        guard isNumber || text.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 2)
        var isHalf = !text.count.isMultiple(of: 2)
        if isHalf { bytes.append(0) }
        for byte in text.dropFirst(2) {
            guard let digit = Character(UnicodeScalar(byte)).hexDigitValue else { return nil }
            if isHalf { bytes[bytes.count - 1] |= UInt8(digit) } else { bytes.append(UInt8(digit) << 4) }
            isHalf.toggle()
        }
        return bytes
    }

    /// Returns the attributes whose names begin with `X-`.
    mutating func clientAttributes() throws(PlaylistProblem) -> [DateRange.ClientAttribute] {
        var list: [DateRange.ClientAttribute] = []
        for index in attributes.indices where attributes[index].name.starts(with: "X-") {
            attributes[index].isConsumed = true
            let attribute = attributes[index]
            list.append(DateRange.ClientAttribute(name: attribute.name.text, value: try clientValue(attribute)))
        }
        return list
    }

    private func clientValue(_ attribute: Attribute) throws(PlaylistProblem) -> DateRange.ClientAttribute.Value {
        if attribute.isQuoted { return .string(try text(attribute)) }
        if let bytes = Self.hexadecimal(attribute.value.rest, isNumber: false) { return .bytes(bytes) }
        guard let number = DecimalNumber(attribute.value.rest.text) else {
            throw attribute.value.problem(
                "\(attribute.name.text) must be a quoted string, a decimal number or bytes such as 0x0A1B")
        }
        return .number(number)
    }

    private mutating func unquoted(_ name: StaticString) throws(PlaylistProblem) -> PlaylistLine? {
        guard let attribute = attribute(name) else { return nil }
        if attribute.isQuoted { try context.reportDeviation(attribute.value.problem("\(name) must not be quoted")) }
        return attribute.value
    }

    /// Reads a keyword or a quoted string.
    mutating func wordOrString(_ name: StaticString) throws(PlaylistProblem) -> (text: String, isQuoted: Bool)? {
        guard let attribute = attribute(name) else { return nil }
        return (try text(attribute), attribute.isQuoted)
    }

    private func expectEnd(_ line: PlaylistLine, of value: PlaylistLine) throws(PlaylistProblem) {
        guard line.isAtEnd else {
            throw line.problem("'\(value.rest.between(0, 40).text)' is not a valid value")
        }
    }
}
