/// A name pattern with consecutive numbers (ISO/IEC 23009-1 5.3.9.4).
package struct SegmentTemplate: Sendable, Hashable {
    /// The pattern, with a placeholder such as `$Number%05d$` for the number.
    package var media: String
    package var startNumber: Int

    private struct Name: Equatable {
        var prefix: Substring
        var number: Int
        var width: Int
        var suffix: Substring

        /// Splits the name at its last run of digits.
        init?(_ location: SegmentList.Location) {
            guard location.range == nil else { return nil }
            let uri = location.uri
            let start = uri.lastIndex(of: "/").map(uri.index(after:)) ?? uri.startIndex
            let dot = uri[start...].lastIndex(of: ".") ?? uri.endIndex
            let stem = uri[start..<dot]
            let digits = stem.reversed().prefix { $0.isASCII && $0.isNumber }.count
            guard (1...12).contains(digits) else { return nil }
            let cut = uri.index(dot, offsetBy: -digits)
            guard let number = Int(uri[cut..<dot]) else { return nil }
            (prefix, self.number, width, suffix) = (uri[..<cut], number, digits, uri[dot...])
        }
    }

    init?(_ entries: [SegmentList.Entry]) {
        guard let first = entries.first.flatMap({ Name($0.location) }) else { return nil }
        // Numbers that need more digits than their zero-padded width keep that width in the pattern.
        let width = entries.lazy.compactMap { Name($0.location)?.width }.min() ?? first.width
        for (index, entry) in entries.enumerated() {
            guard let name = Name(entry.location), name.prefix == first.prefix, name.suffix == first.suffix,
                name.number == first.number + index,
                name.width == max(width, String(name.number).count)
            else { return nil }
        }
        let escaped = { (text: Substring) in
            text.split(separator: "$", omittingEmptySubsequences: false).joined(separator: "$$")
        }
        media = escaped(first.prefix) + "$Number%0\(width)d$" + escaped(first.suffix)
        startNumber = first.number
    }
}
