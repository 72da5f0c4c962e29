/// A tag that is not understood, kept where it stands.
package struct UnknownTag: Sendable, Hashable {
    /// Without the number sign.
    package var name: String
    /// What stands behind the colon; nil without one.
    package var value: String?
    /// Whether it stands between EXTINF and the URI.
    package var followsDuration: Bool

    package init(name: String, value: String? = nil, followsDuration: Bool = false) {
        self.name = name
        self.value = value
        self.followsDuration = followsDuration
    }
}

/// An attribute that is not understood, kept in its tag.
package struct UnknownAttribute: Sendable, Hashable {
    package var name: String
    /// Without the quotes, if it has any.
    package var value: String
    package var isQuoted: Bool

    package init(name: String, value: String, isQuoted: Bool = false) {
        self.name = name
        self.value = value
        self.isQuoted = isQuoted
    }
}
