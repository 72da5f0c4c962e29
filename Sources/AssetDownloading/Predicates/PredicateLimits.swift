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
