/// A name pattern with consecutive numbers (ISO/IEC 23009-1 5.3.9.4).
package struct SegmentTemplate: Sendable, Hashable {
    /// The pattern, with a placeholder such as `$Number%05d$` for the number.
    package var media: String
    package var startNumber: Int

    /// A name, split at its last run of digits.
    private struct Name {
        /// The bytes before the digits, and those after them.
        var prefix: [UInt8]
        var suffix: [UInt8]
        var number: Int
        var width: Int

        init?(_ location: SegmentList.Location) {
            guard location.range == nil else { return nil }
            let bytes = Array(location.uri.utf8)
            let start = bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
            let dot = bytes[start...].lastIndex(of: UInt8(ascii: ".")) ?? bytes.endIndex
            let digits = bytes[start..<dot].reversed().prefix { (0x30...0x39).contains($0) }.count
            guard (1...12).contains(digits) else { return nil }
            (prefix, suffix, width) = (Array(bytes[..<(dot - digits)]), Array(bytes[dot...]), digits)
            number = bytes[(dot - digits)..<dot].reduce(0) { $0 * 10 + Int($1 & 0xf) }
        }

        /// Whether a location has the same name with another number, and the number of its digits.
        func widthOfSuccessor(_ location: SegmentList.Location, number: Int) -> Int? {
            guard location.range == nil else { return nil }
            return Self.withBytes(of: location.uri) { bytes in
                let width = bytes.count - prefix.count - suffix.count
                guard (1...12).contains(width), bytes.starts(with: prefix),
                    bytes[(prefix.count + width)...].elementsEqual(suffix)
                else { return nil }
                var found = 0
                for digit in bytes[prefix.count..<(prefix.count + width)] {
                    guard (0x30...0x39).contains(digit) else { return nil }
                    found = found * 10 + Int(digit & 0xf)
                }
                return found == number ? width : nil
            }
        }

        private static func withBytes<Result>(
            of text: String, _ body: (UnsafeBufferPointer<UInt8>) -> Result
        ) -> Result {
            if let result = text.utf8.withContiguousStorageIfAvailable(body) { return result }
            return Array(text.utf8).withUnsafeBufferPointer(body)
        }
    }

    init?(_ entries: [SegmentList.Entry]) {
        guard let location = entries.first?.location, let first = Name(location) else { return nil }
        var widths: [Int] = []
        widths.reserveCapacity(entries.count)
        for (index, entry) in entries.enumerated() {
            guard let width = first.widthOfSuccessor(entry.location, number: first.number + index) else {
                return nil
            }
            widths.append(width)
        }
        // Numbers that need more digits than their zero-padded width keep that width in the pattern.
        let width = widths.min() ?? first.width
        for (index, found) in widths.enumerated() where found != width {
            guard found == max(width, String(first.number + index).count) else { return nil }
        }
        let escaped = { (text: [UInt8]) in
            String(decoding: text, as: UTF8.self).split(separator: "$", omittingEmptySubsequences: false).joined(
                separator: "$$")
        }
        media = escaped(first.prefix) + "$Number%0\(width)d$" + escaped(first.suffix)
        startNumber = first.number
    }
}
