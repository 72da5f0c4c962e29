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
            let bytes = uri.utf8
            let start = bytes.lastIndex(of: UInt8(ascii: "/")).map(bytes.index(after:)) ?? bytes.startIndex
            let dot = bytes[start...].lastIndex(of: UInt8(ascii: ".")) ?? bytes.endIndex
            let digits = bytes[start..<dot].reversed().prefix { (0x30...0x39).contains($0) }.count
            guard (1...12).contains(digits) else { return nil }
            let cut = bytes.index(dot, offsetBy: -digits)
            guard let number = Int(uri[cut..<dot]) else { return nil }
            (prefix, self.number, width, suffix) = (uri[..<cut], number, digits, uri[dot...])
        }
    }

    init?(_ entries: [SegmentList.Entry]) {
        let names = entries.map { Name($0.location) }
        guard let first = names.first ?? nil else { return nil }
        // Numbers that need more digits than their zero-padded width keep that width in the pattern.
        let width = names.lazy.compactMap { $0?.width }.min() ?? first.width
        for (index, name) in names.enumerated() {
            guard let name, name.prefix == first.prefix, name.suffix == first.suffix,
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
