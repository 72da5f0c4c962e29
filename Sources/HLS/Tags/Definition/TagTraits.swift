/// Properties of a tag that are independent of its value.
struct TagTraits: OptionSet, Sendable {
    let rawValue: UInt8

    /// A playlist may contain it at most once (RFC 8216bis 4.4).
    static let singleton = TagTraits(rawValue: 1)
    /// Media plays without it, so that a malformed one is ignored.
    static let optional = TagTraits(rawValue: 2)
    /// The value ends with free text, which may begin or end with spaces and contain control characters.
    static let freeText = TagTraits(rawValue: 4)
    /// The value may contain tabs.
    static let tabs = TagTraits(rawValue: 8)
}
