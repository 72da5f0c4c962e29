/// Metadata of the presentation (RFC 8216bis 4.4.6.4).
package struct SessionData: Sendable, Hashable {
    /// The location of the data.
    package enum Content: Sendable, Hashable {
        /// In the tag.
        case value(String)
        /// In a JSON file.
        case json(uri: String)
        /// In a file of any type.
        case raw(uri: String)
    }

    /// The name in reverse DNS notation.
    package var id: String
    package var content: Content
    package var language: String?
    package var unknownAttributes: [UnknownAttribute] = []

    package init(id: String, content: Content, language: String? = nil) {
        self.id = id
        self.content = content
        self.language = language
    }

    /// Returns the metadata with a prefix before the URI.
    package func moved(to prefix: String) -> SessionData {
        var moved = self
        switch content {
        case .value: break
        case .json(let uri): moved.content = .json(uri: prefix + uri)
        case .raw(let uri): moved.content = .raw(uri: prefix + uri)
        }
        return moved
    }
}
