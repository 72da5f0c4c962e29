import Media

/// The attributes of one tag, each with the place where its value stands (RFC 8216bis 4.2).
struct AttributeList {
    private struct Attribute {
        var name: UnsafeBufferPointer<UInt8>
        /// The value without quotes.
        var value: PlaylistLine
        var isQuoted: Bool
        /// Whether it has been asked for.
        var isKnown = false
    }

    private let tag: PlaylistTag
    private let line: PlaylistLine
    private let context: ReadingContext
    private var attributes: [Attribute] = []

    /// Reads the rest of the line of `tag`.
    init(_ tag: PlaylistTag, _ line: PlaylistLine, _ context: ReadingContext) throws(PlaylistProblem) {
        self.tag = tag
        self.line = line
        self.context = context
        attributes.reserveCapacity(8)
        var reading = line
        repeat {
            skipSpaces(&reading)
            guard !reading.isAtEnd, reading.next != UInt8(ascii: ",") else {
                try context.deviates(reading.problem("an attribute name is wanted here, in capitals"))
                continue
            }
            try readAttribute(&reading)
        } while try skipComma(&reading)
        try reading.expectEnd()
    }

    /// Skips the comma behind an attribute, which some leave out behind a quoted value.
    private func skipComma(_ reading: inout PlaylistLine) throws(PlaylistProblem) -> Bool {
        if reading.skip(",") { return true }
        guard attributes.last?.isQuoted == true, let next = reading.next, Self.isNameByte(next),
            context.tolerance != .strict
        else { return false }
        try context.deviates(reading.problem("',' is wanted between attributes"))
        return true
    }

    private mutating func readAttribute(_ reading: inout PlaylistLine) throws(PlaylistProblem) {
        let begin = reading.position
        let name = try readName(&reading)
        guard reading.skip("=") else {
            if try continueCodecs(&reading, from: begin) { return }
            throw reading.problem("'=' is wanted after \(name.text)")
        }
        if context.tolerance != .strict { skipSpaces(&reading) }
        let isQuoted = reading.skip("\"")
        let value = isQuoted ? try readQuoted(name, &reading) : try readUnquoted(name, &reading)
        if !isQuoted, value.isAtEnd { return }
        if let other = attributes.first(where: { $0.name.elementsEqual(name) }) {
            let problem = reading.problem("\(name.text) is given twice", at: begin)
            guard other.value.rest.elementsEqual(value.rest) else { throw problem }
            return try context.deviates(problem)
        }
        attributes.append(Attribute(name: name, value: value, isQuoted: isQuoted))
        guard attributes.count <= context.limits.attributes else {
            throw reading.problem("more than \(context.limits.attributes) attributes", at: begin)
        }
    }

    /// Reads a name; one that is not in capitals is an attribute that is not understood.
    private func readName(_ reading: inout PlaylistLine) throws(PlaylistProblem) -> UnsafeBufferPointer<UInt8> {
        let begin = reading
        let name = reading.read {
            Self.isNameByte($0) || (0x61...0x7a).contains($0) || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: ".")
        }
        let problem = begin.problem("an attribute name is wanted here, in capitals")
        guard !name.isEmpty else { throw problem }
        if !name.allSatisfy(Self.isNameByte) { try context.deviates(problem) }
        if context.tolerance != .strict, !reading.isAtEnd { skipSpaces(&reading) }
        return name
    }

    /// Adds an element to codecs without quotes, at whose commas the list seems to go on.
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
        guard reading.skip("\"") else { throw value.problem("\(name.text) is not closed by a quote") }
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
        if bytes.isEmpty { try context.deviates(value.problem("\(name.text) has no value")) }
        if reading.isAtEnd || reading.next == UInt8(ascii: ",") { return value }
        let wrong = reading.position
        skipSpaces(&reading)
        guard !reading.isAtEnd, reading.next != UInt8(ascii: ",") else { return value }
        let problem = reading.problem("\(name.text) has a space or a quote in a value that is not quoted", at: wrong)
        let rest = reading.read { $0 != UInt8(ascii: ",") }
        guard !rest.contains(UInt8(ascii: "\"")), !rest.contains(UInt8(ascii: "=")) else { throw problem }
        try context.deviates(problem)
        value.end = reading.position
        return value
    }

    /// Spaces between attributes are against the rule, and common.
    private func skipSpaces(_ reading: inout PlaylistLine) {
        let begin = reading
        guard reading.skipBlanks() else { return }
        context.warn(begin.problem("no space belongs between attributes"))
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) || PlaylistLine.isDigit(byte)
            || byte == UInt8(ascii: "-")
    }

    /// The attribute of a name, which is known from now on.
    private mutating func attribute(_ name: StaticString) -> Attribute? {
        for index in attributes.indices where attributes[index].name.equals(name) {
            attributes[index].isKnown = true
            return attributes[index]
        }
        return nil
    }

    /// Whether there is an attribute of this name.
    func has(_ name: StaticString) -> Bool { attributes.contains { $0.name.equals(name) } }

    /// How many there are.
    var count: Int { attributes.count }

    /// What nobody asked for, in order.
    func unknown() throws(PlaylistProblem) -> [UnknownAttribute] {
        guard attributes.contains(where: { !$0.isKnown }) else { return [] }
        var unknown: [UnknownAttribute] = []
        let count = attributes.count { !$0.isKnown }
        try context.reserve(2 * count * MemoryLayout<UnknownAttribute>.stride + line.bytes.count, line)
        for attribute in attributes where !attribute.isKnown {
            unknown.append(
                UnknownAttribute(
                    name: attribute.name.text, value: try text(attribute), isQuoted: attribute.isQuoted))
        }
        return unknown
    }

    /// The value as text, with variables put in where it is quoted.
    private func text(_ attribute: Attribute) throws(PlaylistProblem) -> String {
        attribute.isQuoted ? try context.variables.expand(attribute.value) : attribute.value.rest.text
    }

    /// Warns of a rule of the tag that is broken by an attribute whose meaning is clear.
    func deviates(_ message: String, at name: StaticString) throws(PlaylistProblem) {
        try context.deviates(problem(message, at: name))
    }

    func missing(_ name: StaticString) -> PlaylistProblem { line.problem("\(tag.name) needs \(name)") }

    /// A rule of the tag that is broken by an attribute.
    func problem(_ message: String, at name: StaticString) -> PlaylistProblem {
        for attribute in attributes where attribute.name.equals(name) { return attribute.value.problem(message) }
        return line.problem(message)
    }
}

// Typed reading.
extension AttributeList {
    /// A quoted string.
    mutating func string(_ name: StaticString) throws(PlaylistProblem) -> String? {
        guard let attribute = attribute(name) else { return nil }
        try expectQuotes(attribute, name)
        return attribute.isQuoted ? try text(attribute) : try context.variables.expand(attribute.value)
    }

    private func expectQuotes(_ attribute: Attribute, _ name: StaticString) throws(PlaylistProblem) {
        guard !attribute.isQuoted else { return }
        try context.deviates(attribute.value.problem("\(name) is a quoted string"))
    }

    /// A quoted string that has to be there.
    mutating func requiredString(_ name: StaticString) throws(PlaylistProblem) -> String {
        guard let value = try string(name) else { throw missing(name) }
        return value
    }

    /// A quoted string of parts between commas; empty when absent.
    mutating func strings(_ name: StaticString) throws(PlaylistProblem) -> [String] {
        guard let value = try string(name), !value.isEmpty else { return [] }
        return value.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map { part in
            let text = String(Substring(part))
            return text.first == " " ? String(text.drop { $0 == " " }) : text
        }
    }

    /// A word that is not quoted.
    mutating func word(_ name: StaticString) throws(PlaylistProblem) -> String? {
        try unquoted(name)?.rest.text
    }

    /// A word that is not quoted; one of `known` in other letters becomes that.
    mutating func word(_ name: StaticString, of known: [String]) throws(PlaylistProblem) -> String? {
        guard let value = try unquoted(name) else { return nil }
        let word = value.rest.text
        guard !known.contains(word), let other = known.first(where: { $0 == word.uppercased() }) else { return word }
        try context.deviates(value.problem("\(name) is \(other), in capitals"))
        return other
    }

    /// A word of a fixed set; nil with a warning for another word, since its tag is to be passed over then.
    mutating func word<Word: RawRepresentable>(
        required name: StaticString, _: Word.Type = Word.self
    ) throws(PlaylistProblem) -> Word? where Word.RawValue == String {
        guard let value = try unquoted(name) else { throw missing(name) }
        if let word = Word(rawValue: value.rest.text) { return word }
        if let word = Word(rawValue: value.rest.text.uppercased()) {
            try context.deviates(value.problem("\(name) is \(word.rawValue), in capitals"))
            return word
        }
        context.warn(
            value.problem("\(name) cannot be \(value.rest.between(0, 40).text), so that the tag is passed over"))
        return nil
    }

    /// YES or NO; NO when absent.
    mutating func flag(_ name: StaticString) throws(PlaylistProblem) -> Bool {
        guard let value = try unquoted(name) else { return false }
        if value.rest.equals("YES") { return true }
        if value.rest.equals("NO") { return false }
        let problem = value.problem("\(name) is YES or NO")
        let isYes = ["YES", "TRUE"].contains(value.rest.text.uppercased())
        guard isYes || ["NO", "FALSE"].contains(value.rest.text.uppercased()) else { throw problem }
        try context.deviates(problem)
        return isYes
    }

    /// A whole number.
    mutating func integer(_ name: StaticString) throws(PlaylistProblem) -> Int? {
        guard var line = try unquoted(name) else { return nil }
        let value = line
        let number = try line.readInteger(name)
        if context.tolerance != .strict, line.skip(".") {
            _ = line.read(while: PlaylistLine.isDigit)
            try context.deviates(value.problem("\(name) is a whole number"))
        }
        try expectEnd(line, of: value)
        return number
    }

    /// A decimal number of seconds, which is not negative.
    mutating func seconds(_ name: StaticString) throws(PlaylistProblem) -> MediaTime? {
        guard var line = try unquoted(name) else { return nil }
        let value = line
        let number = try line.readDecimal(name)
        try expectEnd(line, of: value)
        return number
    }

    /// A decimal number of seconds, which may be negative.
    mutating func signedSeconds(_ name: StaticString) throws(PlaylistProblem) -> MediaTime? {
        guard var line = try unquoted(name) else { return nil }
        let value = line
        let isNegative = line.skip("-")
        let number = try line.readDecimal(name)
        try expectEnd(line, of: value)
        return isNegative ? -number : number
    }

    /// A decimal number just as it is written.
    mutating func number(_ name: StaticString) throws(PlaylistProblem) -> DecimalNumber? {
        guard let value = try unquoted(name) else { return nil }
        guard let number = DecimalNumber(value.rest.text) else {
            throw value.problem("\(name) is a decimal number of up to 40 characters")
        }
        return number
    }

    /// `1280x720`.
    mutating func resolution(_ name: StaticString) throws(PlaylistProblem) -> PixelSize? {
        guard var line = try unquoted(name) else { return nil }
        let value = line
        let width = try line.readInteger("a width", limit: Int(Int32.max))
        if !line.skip("x") {
            let problem = line.problem("\(name) looks like 1280x720")
            guard line.skip("X") else { throw problem }
            try context.deviates(problem)
        }
        let height = try line.readInteger("a height", limit: Int(Int32.max))
        try expectEnd(line, of: value)
        return PixelSize(width: width, height: height)
    }

    /// A byte range in quotes; nil for its offset where it goes on.
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

    /// A date in quotes.
    mutating func date(_ name: StaticString) throws(PlaylistProblem) -> DateTime? {
        guard let attribute = attribute(name) else { return nil }
        try expectQuotes(attribute, name)
        var line = attribute.value
        let date = try line.readDateTime()
        try expectEnd(line, of: attribute.value)
        return date
    }

    /// A hexadecimal sequence; a first digit without its pair counts as a byte where `isNumber`.
    mutating func bytes(_ name: StaticString, isNumber: Bool = false) throws(PlaylistProblem) -> [UInt8]? {
        guard let value = try unquoted(name) else { return nil }
        if let bytes = Self.hexadecimal(value.rest, isNumber: isNumber) {
            if value.rest.contains(where: { (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0) }) {
                context.warn(value.problem("the digits of \(name) are capitals"))
            }
            return bytes
        }
        let problem = value.problem("\(name) looks like 0x0A1B, with two digits for each byte")
        // The digits of a vector alone cannot be anything else.
        guard isNumber, value.rest.count == 32,
            let bytes = Self.hexadecimal(Array("0x".utf8) + value.rest, isNumber: true)
        else { throw problem }
        try context.deviates(problem)
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

    /// The attributes whose names begin with `X-`.
    mutating func clientAttributes() throws(PlaylistProblem) -> [DateRange.ClientAttribute] {
        var list: [DateRange.ClientAttribute] = []
        for index in attributes.indices where attributes[index].name.starts(with: "X-") {
            attributes[index].isKnown = true
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
                "\(attribute.name.text) is a quoted string, a decimal number or bytes such as 0x0A1B")
        }
        return .number(number)
    }

    private mutating func unquoted(_ name: StaticString) throws(PlaylistProblem) -> PlaylistLine? {
        guard let attribute = attribute(name) else { return nil }
        if attribute.isQuoted { try context.deviates(attribute.value.problem("\(name) is not a quoted string")) }
        return attribute.value
    }

    /// A word, or a quoted string.
    mutating func wordOrString(_ name: StaticString) throws(PlaylistProblem) -> (text: String, isQuoted: Bool)? {
        guard let attribute = attribute(name) else { return nil }
        return (try text(attribute), attribute.isQuoted)
    }

    private func expectEnd(_ line: PlaylistLine, of value: PlaylistLine) throws(PlaylistProblem) {
        guard line.isAtEnd else {
            throw line.problem("'\(value.rest.between(0, 40).text)' is not a value of this kind")
        }
    }
}
