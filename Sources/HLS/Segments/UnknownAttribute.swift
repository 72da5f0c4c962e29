/// An unknown attribute, kept in its tag.
package struct UnknownAttribute: Sendable, Hashable {
    package var name: String
    /// The value without quotes.
    package var value: String
    package var isQuoted: Bool

    package init(name: String, value: String, isQuoted: Bool = false) {
        self.name = name
        self.value = value
        self.isQuoted = isQuoted
    }
}
