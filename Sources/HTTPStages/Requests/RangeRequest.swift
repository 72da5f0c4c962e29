/// What a Range field asks for of a resource (RFC 9110 14.2).
enum RangeRequest: Sendable, Hashable {
    /// All of it: nothing was asked for, or not in a way that is answered with a part.
    case whole
    case part(Range<Int>)
    /// What lies past its end.
    case unsatisfiable

    /// Reads a field for a resource of so many bytes.
    ///
    /// Several ranges, other units and what is malformed is answered with all of it, as the standard allows.
    init(_ field: String?, size: Int) {
        self = .whole
        guard let field, field.utf8.count <= 64, let equals = field.firstIndex(of: "="),
            field[..<equals].lowercased() == "bytes"
        else { return }
        let ends = field[field.index(after: equals)...].split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, !field.contains(",") else { return }
        let (first, last) = (Self.number(ends[0]), Self.number(ends[1]))
        switch (ends[0].isEmpty, first, ends[1].isEmpty, last) {
        case (false, let first?, true, _):
            self = first < size ? .part(first..<size) : .unsatisfiable
        case (false, let first?, false, let last?) where first <= last:
            self = first < size ? .part(first..<(min(last, size - 1) + 1)) : .unsatisfiable
        case (true, _, false, let count?):
            self = count > 0 && size > 0 ? .part(max(0, size - count)..<size) : .unsatisfiable
        default: break
        }
    }

    private static func number(_ text: Substring) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        // What is too large for a number is past the end.
        return Int(text) ?? .max
    }
}
