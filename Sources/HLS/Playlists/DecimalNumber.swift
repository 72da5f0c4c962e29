/// A decimal number that keeps its notation, so that no precision is lost (RFC 8216bis 4.2).
package struct DecimalNumber: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// An optional minus sign, digits, and an optional fraction.
    package let description: String

    /// Parses a number; nil if the text is malformed or longer than 40 characters.
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

    /// Creates an integer.
    package init(_ value: Int) { description = String(value) }

    /// The nearest floating-point value.
    package var value: Double { Double(description) ?? 0 }

    package static func < (left: DecimalNumber, right: DecimalNumber) -> Bool { left.value < right.value }
}
