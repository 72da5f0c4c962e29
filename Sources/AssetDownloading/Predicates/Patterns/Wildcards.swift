/// LIKE patterns: `?` matches one character, `*` any number, and a backslash escapes a wildcard.
enum Wildcards {
    private enum Piece: Equatable {
        case one
        case many
        case character(Character)
    }

    /// Returns whether the complete text matches. Backtracks only to the last `*`, so the cost is at most the product
    /// of both lengths.
    static func match(_ text: String, pattern: String) -> Bool {
        let text = Array(text.prefix(PredicateLimits.text + 1))
        guard text.count <= PredicateLimits.text else { return false }
        let pieces = pieces(of: pattern)
        var (position, index) = (0, 0)
        var retry: (position: Int, index: Int)?
        while position < text.count {
            if index < pieces.count, pieces[index] == .one || pieces[index] == .character(text[position]) {
                position += 1
                index += 1
            } else if index < pieces.count, pieces[index] == .many {
                retry = (position, index + 1)
                index += 1
            } else if let last = retry {
                retry = (last.position + 1, last.index)
                (position, index) = (last.position + 1, last.index)
            } else {
                return false
            }
        }
        return pieces[index...].allSatisfy { $0 == .many }
    }

    private static func pieces(of pattern: String) -> [Piece] {
        var pieces: [Piece] = []
        var isEscaped = false
        for character in pattern {
            switch character {
            case _ where isEscaped:
                pieces.append(.character(character))
                isEscaped = false
            case "\\": isEscaped = true
            case "?": pieces.append(.one)
            case "*": if pieces.last != .many { pieces.append(.many) }
            default: pieces.append(.character(character))
            }
        }
        return pieces
    }
}
