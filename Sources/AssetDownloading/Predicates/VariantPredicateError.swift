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
