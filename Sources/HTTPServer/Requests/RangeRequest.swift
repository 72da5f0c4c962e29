/// The byte range that a Range field requests (RFC 9110 14.2).
enum RangeRequest: Sendable, Hashable {
    /// The whole resource: the field is absent or not supported.
    case whole
    case part(Range<Int>)
    /// The range starts past the end.
    case unsatisfiable

    /// Parses a Range field for a resource of `size` bytes.
    ///
    /// Multiple ranges, other units and malformed values select the whole resource, as RFC 9110 permits.
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
        // A number that overflows is past the end.
        return Int(text) ?? .max
    }
}
