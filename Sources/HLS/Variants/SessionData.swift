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

    /// The name of the chapters of a presentation, which Apple's players display.
    package static let chapters = "com.apple.hls.chapters"

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

    /// The URI of the file; nil for data in the tag, which do not get one.
    package var uri: String? {
        get {
            switch content {
            case .value: nil
            case .json(let uri), .raw(let uri): uri
            }
        }
        set {
            guard let newValue else { return }
            switch content {
            case .value: break
            case .json: content = .json(uri: newValue)
            case .raw: content = .raw(uri: newValue)
            }
        }
    }

    /// Returns the metadata with a prefix before the URI.
    package func moved(to prefix: String) -> SessionData {
        var moved = self
        moved.uri = uri.map { prefix + $0 }
        return moved
    }
}
