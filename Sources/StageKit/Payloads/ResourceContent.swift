package import Media

/// The typed content of a resource.
struct ResourceContent: Sendable, Equatable {
    let value: any TypedContent

    static func == (left: ResourceContent, right: ResourceContent) -> Bool { left.value.isEqual(to: right.value) }
}

extension TypedContent {
    fileprivate func isEqual(to other: any TypedContent) -> Bool { self == other as? Self }
}

extension Resource {
    /// Creates a resource that stores a value as its text.
    package init(path: String, role: Role, contentType: String, content: some TypedContent) {
        self.init(
            path: path, role: role, contentType: contentType, action: .store(ByteRope(Array(content.text.utf8))))
        self.content = ResourceContent(value: content)
    }

    /// Returns the stored content as a value of this type; nil if the resource has only bytes, or another type.
    package func content<Content: TypedContent>(as type: Content.Type) -> Content? { content?.value as? Content }
}
