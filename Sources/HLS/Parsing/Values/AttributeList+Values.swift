import Media

// Typed reading of values.
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
            guard let digit = UInt8(hexadecimalDigit: byte) else { return nil }
            if isHalf { bytes[bytes.count - 1] |= digit } else { bytes.append(digit << 4) }
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
