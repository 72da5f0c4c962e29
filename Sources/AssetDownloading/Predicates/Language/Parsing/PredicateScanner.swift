/// Splits a predicate into tokens.
struct PredicateScanner {
    private let format: String
    private let characters: [Character]
    private var position = 0

    init(_ format: String) throws(VariantPredicateError) {
        self.format = format
        characters = Array(format)
        guard characters.count <= PredicateLimits.length else {
            throw VariantPredicateError(
                "the predicate has more than \(PredicateLimits.length) characters",
                in: String(format.prefix(60)), at: 1)
        }
    }

    mutating func tokens() throws(VariantPredicateError) -> [PredicateToken] {
        var tokens: [PredicateToken] = []
        while true {
            while let character = next, character.isWhitespace { position += 1 }
            let column = position + 1
            guard let character = next else {
                tokens.append(PredicateToken(kind: .end, column: column))
                return tokens
            }
            tokens.append(PredicateToken(kind: try token(character), column: column))
        }
    }

    private var next: Character? { position < characters.count ? characters[position] : nil }

    private func problem(_ message: String, at position: Int) -> VariantPredicateError {
        VariantPredicateError(message, in: format, at: position + 1)
    }

    private mutating func token(_ character: Character) throws(VariantPredicateError) -> PredicateToken.Kind {
        switch character {
        case "'", "\"": try text(until: character)
        case "%": try placeholder()
        case _ where Self.isDigit(character): try number()
        case _ where Self.isNameStart(character): .name(name())
        default: try sign()
        }
    }

    private mutating func text(until quote: Character) throws(VariantPredicateError) -> PredicateToken.Kind {
        let begin = position
        position += 1
        var text = ""
        while let character = next {
            position += 1
            if character == quote { return .text(text) }
            guard character == "\\" else {
                text.append(character)
                continue
            }
            guard let escaped = next else { break }
            position += 1
            switch escaped {
            case "n": text.append("\n")
            case "t": text.append("\t")
            case "\\", "'", "\"": text.append(escaped)
            // The backslash is part of a pattern.
            default: text += ["\\", escaped]
            }
        }
        throw problem("missing closing \(quote)", at: begin)
    }

    private mutating func placeholder() throws(VariantPredicateError) -> PredicateToken.Kind {
        let begin = position
        position += 1
        var name = ""
        while let character = next, character == "l" || character == "h" || character == "z" {
            name.append(character)
            position += 1
        }
        guard let character = next, "@diufgxK".contains(character), name.isEmpty || "diufgx".contains(character) else {
            throw problem("a placeholder must be %@, %d, %u, %f or %K", at: begin)
        }
        position += 1
        return .placeholder(String(character))
    }

    private mutating func number() throws(VariantPredicateError) -> PredicateToken.Kind {
        let begin = position
        if next == "0", position + 1 < characters.count, "xX".contains(characters[position + 1]) {
            position += 2
            let digits = read { $0.isHexDigit }
            guard let value = Int64(digits, radix: 16) else {
                throw problem("a hexadecimal number must have the form 0x1F", at: begin)
            }
            return .number(Double(value))
        }
        var text = read(while: Self.isDigit)
        if next == ".", position + 1 < characters.count, Self.isDigit(characters[position + 1]) {
            position += 1
            text += "." + read(while: Self.isDigit)
        }
        if let exponent = next, "eE".contains(exponent) {
            position += 1
            text += "e"
            if let sign = next, "+-".contains(sign) {
                text.append(sign)
                position += 1
            }
            text += read(while: Self.isDigit)
        }
        guard let value = Double(text), value.isFinite, next.map(Self.isNameStart) != true else {
            throw problem("a number must have the form 5000000, 2.5 or 5e6", at: begin)
        }
        return .number(value)
    }

    private mutating func read(while fits: (Character) -> Bool) -> String {
        let begin = position
        while let character = next, fits(character) { position += 1 }
        return String(characters[begin..<position])
    }

    private mutating func name() -> String { read { Self.isNameStart($0) || Self.isDigit($0) || $0 == "." } }

    private mutating func sign() throws(VariantPredicateError) -> PredicateToken.Kind {
        let pairs = ["===", "==", "!=", "<>", "<=", "=<", ">=", "=>", "&&", "||", "**"]
        for pair in pairs where characters[position...].starts(with: pair) {
            position += pair.count
            return .sign(pair == "===" ? "==" : pair)
        }
        let character = characters[position]
        guard "=<>!(){}[],+-*/:".contains(character) else {
            let hint =
                character == "$"
                ? "variables are not supported"
                : character == "&" ? "use '&&' for conjunction" : character == "|" ? "use '||' for disjunction" : nil
            throw problem("unexpected '\(character)'" + (hint.map { "; \($0)" } ?? ""), at: position)
        }
        position += 1
        return .sign(String(character))
    }

    private static func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }

    private static func isNameStart(_ character: Character) -> Bool {
        character.isASCII && character.isLetter || character == "_" || character == "@"
    }
}
