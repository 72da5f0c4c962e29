/// A text option whose value is masked in logs, messages, graphs and reports.
///
/// For each option `KEY` of this type, pipeline files also accept `KEY-file`: the path of a file that contains the
/// value.
public struct Secret: OptionValue, Hashable, ExpressibleByStringLiteral, CustomStringConvertible, CustomReflectable {
    /// The secret text.
    public var value = ""

    /// Creates an empty secret.
    public init() {}
    /// Creates a secret from text.
    public init(_ value: String) { self.value = value }
    /// Creates a secret from a literal.
    public init(stringLiteral value: String) { self.value = value }

    public static var valueForm: String { "secret text" }
    public static var isSecret: Bool { true }

    public init(option node: OptionNode) throws(OptionProblem) {
        guard case .scalar(let text, _) = node.content else {
            // The message must not repeat the text.
            throw OptionProblem(.wrongType, "a single value is required", expected: Self.valueForm, at: node)
        }
        value = text
    }

    /// Whether the text is empty.
    public var isEmpty: Bool { value.isEmpty }
    public var optionText: String { isEmpty ? "" : Self.mask }
    /// The value with the secret text, which the stage needs.
    public var optionNode: OptionNode { OptionNode(.scalar(value, isQuoted: true)) }
    public var description: String { Self.mask }
    public var customMirror: Mirror { Mirror(reflecting: Self.mask) }

    /// The replacement for a secret in output.
    public static let mask = "***"
}

extension OptionDescription {
    /// The key suffix of options that name a file with a secret.
    package static let secretFileSuffix = "-file"

    /// Returns the options of a group; each secret option is followed by its `-file` option.
    package static func all<Options>(_ fields: [OptionField<Options>]) -> [OptionDescription] {
        fields.map(OptionDescription.init).flatMap { $0.isSecret ? [$0, $0.file] : [$0] }
    }

    private var file: OptionDescription {
        OptionDescription(
            key: key + Self.secretFileSuffix, help: "File that contains the value of \(key).", valueForm: "path")
    }
}

extension OptionNode.Entry {
    /// Returns the entry with secrets masked, for output.
    package func masked(_ option: OptionDescription?) -> OptionNode.Entry {
        guard let option else { return self }
        return OptionNode.Entry(key: key, keyLocation: keyLocation, value: value.masked(option))
    }
}

extension OptionNode {
    fileprivate func masked(_ option: OptionDescription) -> OptionNode {
        switch content {
        case .scalar(let text, _):
            option.isSecret && !text.isEmpty ? OptionNode(.scalar(Secret.mask, isQuoted: true), at: location) : self
        case .list(let items): OptionNode(.list(items.map { $0.masked(option) }), at: location)
        case .mapping where option.isSecret: OptionNode(.scalar(Secret.mask, isQuoted: true), at: location)
        case .mapping(let entries):
            OptionNode(
                .mapping(entries.map { entry in entry.masked(option.members.first { $0.key == entry.key }) }),
                at: location)
        }
    }

    /// Returns the texts of a secret option's value with their locations.
    package func secretTexts(_ option: OptionDescription) -> [(text: String, location: SourceLocation?)] {
        switch content {
        case .scalar(let text, _): option.isSecret && !text.isEmpty ? [(text, location)] : []
        case .list(let items): items.flatMap { $0.secretTexts(option) }
        case .mapping(let entries):
            entries.flatMap { entry in
                let member = option.isSecret ? option : option.members.first { $0.key == entry.key }
                return member.map { entry.value.secretTexts($0) } ?? []
            }
        }
    }
}
