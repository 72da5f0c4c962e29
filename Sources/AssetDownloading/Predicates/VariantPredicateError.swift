/// An error in a predicate and its position.
public struct VariantPredicateError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The text of the predicate.
    public let format: String
    /// The position in characters, from 1.
    public let column: Int
    /// The error and the expected form: lower case, no full stop.
    public let message: String

    init(_ message: String, in format: String, at column: Int) {
        self.format = format
        self.column = column
        self.message = message
    }

    /// The message, and the predicate with a caret below the position.
    public var description: String {
        let shown = String(format.map { $0.isNewline || $0 == "\t" ? " " : $0 })
        return "\(column): \(message)\n\(shown)\n" + String(repeating: " ", count: max(0, column - 1)) + "^"
    }
}

/// The size limits of predicates.
enum PredicateLimits {
    /// The length in characters.
    static let length = 10_000
    /// The nesting depth of parentheses, negations and calls.
    static let depth = 50
    /// The number of arithmetic operators.
    static let operations = 500
    /// The number of elements of a list or an argument.
    static let elements = 1000
    /// The length of a text that is matched with a pattern, in characters.
    static let text = 10_000
    /// Steps of PCRE2 in one match of a pattern for MATCHES: about 10 ms.
    static let matchSteps: UInt32 = 1_000_000
    /// Memory of one match, in KiB.
    static let matchMemory: UInt32 = 16 << 10
}
