/// Masks secrets in output: the values of secret options, and the user information and query strings of URLs.
package struct Redactor: Sendable {
    /// Minimum length of a searched value in characters; shorter values also occur in ordinary words.
    private static let minimumLength = 4
    /// Longest first, so that masking a secret contained in another one does not reveal the rest.
    private var values: [String]
    /// Whether no values are masked, only URLs.
    package var isEmpty: Bool { values.isEmpty }

    /// Creates a redactor of these values and of URLs.
    package init(_ values: some Sequence<String> = [String]()) {
        self.values = Set(values).filter { $0.count >= Self.minimumLength }.sorted { ($1.count, $0) < ($0.count, $1) }
    }

    /// Adds the values of another redactor.
    package mutating func add(_ other: Redactor) { self = Redactor(values + other.values) }

    /// Returns the text with secrets masked.
    package func redacted(_ text: String) -> String {
        var result = text
        for value in values where result.contains(value) { result = result.replacing(value, with: Secret.mask) }
        guard result.contains("://") else { return result }
        let scalars = Array(result.unicodeScalars)
        var masked = String.UnicodeScalarView()
        var next = 0
        for range in Self.urlSecrets(in: scalars) {
            masked.append(contentsOf: scalars[next..<range.lowerBound])
            masked.append(contentsOf: Secret.mask.unicodeScalars)
            next = range.upperBound
        }
        masked.append(contentsOf: scalars[next...])
        return String(masked)
    }

    /// Returns the ranges of secrets in a line.
    package func ranges(in line: [Unicode.Scalar]) -> [Range<Int>] {
        values.flatMap { line.ranges(of: Array($0.unicodeScalars)) } + Self.urlSecrets(in: line)
    }

    /// Returns the ranges of the user information and query strings of all URLs in a text, in order.
    private static func urlSecrets(in text: [Unicode.Scalar]) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var rest = text.startIndex
        for mark in text.ranges(of: Array("://".unicodeScalars)) where mark.lowerBound >= rest {
            let start = mark.upperBound
            let end = text[start...].firstIndex(where: endsURL) ?? text.endIndex
            let authority = text[start..<end].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
            if let at = authority.lastIndex(of: "@"), at > start { ranges.append(start..<at) }
            if let query = text[authority.endIndex..<end].firstIndex(of: "?"), query + 1 < end {
                ranges.append((query + 1)..<end)
            }
            rest = end
        }
        return ranges
    }

    private static func endsURL(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace || scalar.value < 0x20 || scalar == "\"" || scalar == "'" || scalar == "<"
            || scalar == ">"
    }
}
