/// A value of a pipeline file before it is parsed as a particular type.
public struct OptionNode: Sendable, Hashable {
    /// The content of a value.
    public indirect enum Content: Sendable, Hashable {
        /// Text; `isQuoted` is whether it is quoted in the file.
        case scalar(String, isQuoted: Bool)
        case list([OptionNode])
        case mapping([Entry])
    }

    /// A key of a mapping with its value.
    public struct Entry: Sendable, Hashable {
        public var key: String
        public var keyLocation: SourceLocation?
        public var value: OptionNode

        /// Creates an entry.
        public init(key: String, keyLocation: SourceLocation? = nil, value: OptionNode) {
            self.key = key
            self.keyLocation = keyLocation
            self.value = value
        }
    }

    public var content: Content
    public var location: SourceLocation?

    /// Creates a value with its location; nil for values that are not from a file.
    public init(_ content: Content, at location: SourceLocation? = nil) {
        self.content = content
        self.location = location
    }

    /// Creates a plain scalar without a location.
    public init(_ text: String) { self.init(.scalar(text, isQuoted: false)) }

    /// The value in single-line YAML.
    public var text: String {
        switch content {
        case .scalar(let text, _): text
        case .list(let items): "[" + items.map(\.text).joined(separator: ", ") + "]"
        case .mapping(let entries):
            "{ " + entries.map { "\($0.key): \($0.value.text)" }.joined(separator: ", ") + " }"
        }
    }
}
