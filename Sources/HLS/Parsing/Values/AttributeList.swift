import Media

/// The attributes of one tag, with the position of each value (RFC 8216bis 4.2).
struct AttributeList {
    /// An attribute and whether it has been read.
    struct Attribute {
        var name: UnsafeBufferPointer<UInt8>
        /// The value without quotes.
        var value: PlaylistLine
        var isQuoted: Bool
        /// Whether a typed accessor has read it.
        var isConsumed = false
    }

    private let tag: StaticString
    private let line: PlaylistLine
    let context: ReadingContext
    var attributes: [Attribute] = []

    /// Parses the rest of the line of the tag with this name.
    init(_ tag: StaticString, _ line: PlaylistLine, _ context: ReadingContext) throws(PlaylistProblem) {
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
    mutating func attribute(_ name: StaticString) -> Attribute? {
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
    func text(_ attribute: Attribute) throws(PlaylistProblem) -> String {
        attribute.isQuoted ? try context.variables.expand(attribute.value) : attribute.value.rest.text
    }

    /// Reports a violated rule of the tag if the attribute's meaning is clear.
    func reportDeviation(_ message: String, at name: StaticString) throws(PlaylistProblem) {
        try context.reportDeviation(problem(message, at: name))
    }

    func missing(_ name: StaticString) -> PlaylistProblem { line.problem("\(tag) requires \(name)") }

    /// Returns the problem of an attribute that violates a rule of the tag.
    func problem(_ message: String, at name: StaticString) -> PlaylistProblem {
        for attribute in attributes where attribute.name.equals(name) { return attribute.value.problem(message) }
        return line.problem(message)
    }
}
