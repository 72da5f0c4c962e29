/// An attribute of a tag: its name, its type and whether it is required.
package struct TagAttribute: Sendable {
    package enum Presence: Sendable {
        case optional
        case required
        /// Required under conditions that a separate rule validates.
        case requiredByOwnRule
    }

    package let name: String
    /// Whether `name` is the beginning of the names of several attributes.
    package let isPrefix: Bool
    /// The type of the value; nil if a separate rule validates the value.
    package let form: AttributeForm?
    package let presence: Presence

    init(_ name: String, _ form: AttributeForm?, _ presence: Presence = .optional, isPrefix: Bool = false) {
        self.name = name
        self.form = form
        self.presence = presence
        self.isPrefix = isPrefix
    }

    /// Whether an attribute of this name is described.
    package func describes(_ other: String) -> Bool { isPrefix ? other.hasPrefix(name) : other == name }
}
