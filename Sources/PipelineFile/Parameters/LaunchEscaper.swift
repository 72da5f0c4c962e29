/// Inserts parameter values into a GStreamer launch description, so that each remains part of one property value.
///
/// `gst_parse_launch` ends an unquoted value at white space and removes one backslash before any character. A quoted
/// value ends at its quote; backslashes in it are removed in the same way.
struct LaunchEscaper {
    /// The reason why a value cannot be inserted.
    struct Rejection: Error {
        let message: String
        let note: String
    }

    private enum Context: Equatable {
        case betweenWords
        case name
        case afterName
        case valueStart
        case value
        case quoted(Character)
        case otherWord
    }
    private var context = Context.betweenWords
    private var isEscaped = false

    /// Advances the state over literal text of the description.
    mutating func advance(_ text: some StringProtocol) {
        for character in text { advance(character) }
    }

    private mutating func advance(_ character: Character) {
        if isEscaped {
            isEscaped = false
            return
        }
        switch context {
        case .betweenWords, .afterName:
            if context == .afterName, character == "=" { return context = .valueStart }
            if character.isWhitespace { return }
            context = character == "!" ? .betweenWords : Self.isInName(character) ? .name : .otherWord
        case .name:
            if Self.isInName(character) { return }
            context = character == "=" ? .valueStart : character.isWhitespace ? .afterName : .otherWord
            if character == "!" { context = .betweenWords }
        case .valueStart:
            if character.isWhitespace { return }
            context = character == "\"" || character == "'" ? .quoted(character) : .value
        case .value: if character.isWhitespace { context = .betweenWords }
        case .quoted(let quote): if character == quote { context = .value }
        case .otherWord: if character.isWhitespace || character == "!" { context = .betweenWords }
        }
        isEscaped = character == "\\"
    }

    /// Returns the escaped text of a value at the current position; `isLast` is whether the value ends its word.
    mutating func inserted(_ value: String, isLast: Bool) throws(Rejection) -> String {
        guard !value.unicodeScalars.contains(where: { $0 == "\n" || $0 == "\0" }) else {
            throw Rejection(
                message: "a launch description cannot contain a line break in a property value",
                note: Self.wholeDescription)
        }
        switch context {
        case .valueStart where value.isEmpty: return isLast ? "\"\"" : ""
        case .valueStart, .value:
            context = .value
            return Self.escaped(value)
        case .quoted:
            guard value.last != "\\" else {
                throw Rejection(
                    message: "a value that ends with a backslash cannot be quoted",
                    note: "remove the quotes; parameters need none")
            }
            return Self.escaped(value)
        case .betweenWords, .name, .afterName, .otherWord:
            guard value.allSatisfy(Self.isPlain) else {
                throw Rejection(
                    message: "outside of a property value, a parameter can contain only letters, digits and -_.:/%+",
                    note: Self.wholeDescription)
            }
            advance(value)
            return value
        }
    }

    private static let wholeDescription =
        "a parameter that is the complete description ('launch: ${name}') can contain any text"

    private static func escaped(_ value: String) -> String {
        var result = ""
        for scalar in value.unicodeScalars {
            let isSafe =
                scalar.value >= 0x80 || isPlain(Character(scalar)) || ",=@?&#~*".unicodeScalars.contains(scalar)
            if !isSafe { result += "\\" }
            result.unicodeScalars.append(scalar)
        }
        return result
    }

    private static func isInName(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || "_-%:".contains(character))
    }

    private static func isPlain(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || "-_.:/%+".contains(character))
    }
}

extension LaunchEscaper {
    /// Returns whether the text is a single parameter, apart from white space.
    static func isWhole(_ pieces: [ParameterText.Piece]) -> Bool {
        let rest = pieces.filter { piece in
            if case .text(let text) = piece { return !text.allSatisfy(\.isWhitespace) }
            return true
        }
        guard case .parameter? = rest.first else { return false }
        return rest.count == 1
    }

    /// Returns whether the current word ends before the next piece.
    static func endsWord(before next: ParameterText.Piece?) -> Bool {
        switch next {
        case nil: true
        case .text(let text)?: text.first?.isWhitespace ?? true
        case .parameter?, .unclosed?: false
        }
    }
}
