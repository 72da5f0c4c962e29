/// An unknown tag, kept at its position.
package struct UnknownTag: Sendable, Hashable {
    /// The name without the number sign.
    package var name: String
    /// The text after the colon; nil without one.
    package var value: String?
    /// Whether it is between EXTINF and the URI.
    package var followsDuration: Bool

    package init(name: String, value: String? = nil, followsDuration: Bool = false) {
        self.name = name
        self.value = value
        self.followsDuration = followsDuration
    }
}
