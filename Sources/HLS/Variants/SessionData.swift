/// A fact about the whole presentation (RFC 8216bis 4.4.6.4).
package struct SessionData: Sendable, Hashable {
    /// Where the fact is.
    package enum Content: Sendable, Hashable {
        /// Here.
        case value(String)
        /// In a JSON file.
        case json(uri: String)
        /// In a file of any kind.
        case raw(uri: String)
    }

    /// A name in reverse DNS form.
    package var id: String
    package var content: Content
    package var language: String?
    package var unknownAttributes: [UnknownAttribute] = []

    package init(id: String, content: Content, language: String? = nil) {
        self.id = id
        self.content = content
        self.language = language
    }
}

/// Who tells players which pathway to take (RFC 8216bis 4.4.6.6).
package struct ContentSteering: Sendable, Hashable {
    /// The steering manifest.
    package var serverURI: String
    /// The pathway to begin with; nil means `.`.
    package var pathwayID: String?
    package var unknownAttributes: [UnknownAttribute] = []

    package init(serverURI: String, pathwayID: String? = nil) {
        self.serverURI = serverURI
        self.pathwayID = pathwayID
    }
}
