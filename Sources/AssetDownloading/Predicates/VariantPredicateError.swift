/// What is wrong with a predicate and where.
public struct VariantPredicateError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The text of the predicate.
    public let format: String
    /// In characters, from 1.
    public let column: Int
    /// What is wrong and what would be right: lower case, no full stop.
    public let message: String

    init(_ message: String, in format: String, at column: Int) {
        self.format = format
        self.column = column
        self.message = message
    }

    /// The message, the predicate and a caret beneath.
    public var description: String {
        let shown = String(format.map { $0.isNewline || $0 == "\t" ? " " : $0 })
        return "\(column): \(message)\n\(shown)\n" + String(repeating: " ", count: max(0, column - 1)) + "^"
    }
}

/// How large a predicate may be.
enum PredicateLimits {
    /// In characters.
    static let length = 10_000
    /// Parentheses, negations and the like inside each other.
    static let depth = 50
    /// Arithmetic operators.
    static let operations = 500
    /// Elements of a list in braces or of an argument.
    static let elements = 1000
    /// Characters of the text that a pattern is compared with.
    static let text = 10_000
    /// Steps of PCRE2 in one match of a pattern for MATCHES: about 10 ms.
    static let matchSteps: UInt32 = 1_000_000
    /// Memory of one match, in KiB.
    static let matchMemory: UInt32 = 16 << 10
}
