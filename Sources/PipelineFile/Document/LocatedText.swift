package import StageKit

/// A text and its location in a file.
package struct LocatedText: Sendable, Hashable, ExpressibleByStringLiteral {
    package var text: String
    package var location: SourceLocation?

    /// Creates a located text; the location is nil for text that is not from a file.
    package init(_ text: String, at location: SourceLocation? = nil) {
        self.text = text
        self.location = location
    }

    /// Creates a text that is not from a file.
    package init(stringLiteral value: String) { self.init(value) }
}
