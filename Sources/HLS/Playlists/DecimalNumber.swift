/// A decimal number just as it is written, so that nothing is lost (RFC 8216bis 4.2).
package struct DecimalNumber: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// Digits, perhaps a point and more digits, perhaps a minus before them.
    package let description: String

    /// A number by its text; nil for what is none or has more than 40 characters.
    package init?(_ text: String) {
        guard text.utf8.count <= 40 else { return nil }
        var digits = Substring(text)
        if digits.first == "-" { digits.removeFirst() }
        let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
        let isNumber = parts.allSatisfy { part in
            !part.isEmpty && part.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        }
        guard isNumber, parts.count <= 2 else { return nil }
        description = text
    }

    /// A whole number.
    package init(_ value: Int) { description = String(value) }

    /// The nearest binary number.
    package var value: Double { Double(description) ?? 0 }

    package static func < (left: DecimalNumber, right: DecimalNumber) -> Bool { left.value < right.value }
}
