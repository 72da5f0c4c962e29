/// Splits a scalar into literal text and parameter references.
///
/// `${name}` refers to a parameter; `$${` is an escaped `${`; other dollar signs are literal.
enum ParameterText {
    enum Piece: Equatable {
        case text(Substring)
        case parameter(String)
        /// A `${` without its `}`.
        case unclosed
    }

    static func pieces(of text: String) -> [Piece] {
        var pieces: [Piece] = []
        var rest = text[...]
        while let dollar = rest.firstRange(of: "${") {
            let before = rest[..<dollar.lowerBound]
            if before.last == "$" {
                pieces += [.text(before.dropLast()), .text("${")]
                rest = rest[dollar.upperBound...]
                continue
            }
            pieces.append(.text(before))
            guard let end = rest[dollar.upperBound...].firstIndex(of: "}") else {
                pieces.append(.unclosed)
                return pieces
            }
            pieces.append(.parameter(String(rest[dollar.upperBound..<end])))
            rest = rest[rest.index(after: end)...]
        }
        pieces.append(.text(rest))
        return pieces
    }
}

extension Substring {
    /// Returns the range of the first occurrence of a short ASCII text.
    fileprivate func firstRange(of part: String) -> Range<Index>? {
        var place = startIndex
        while place < endIndex {
            if self[place...].hasPrefix(part) { return place..<index(place, offsetBy: part.count) }
            place = index(after: place)
        }
        return nil
    }
}
