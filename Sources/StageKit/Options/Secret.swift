/// A text option whose value appears in no log, message, graph or report.
///
/// For each option `KEY` of this type, pipeline files also accept `KEY-file`: the path of a file with the value.
public struct Secret: OptionValue, Hashable, ExpressibleByStringLiteral, CustomStringConvertible, CustomReflectable {
    /// The text itself.
    public var value = ""

    /// An empty secret.
    public init() {}
    /// A secret with this text.
    public init(_ value: String) { self.value = value }
    /// A secret with this text.
    public init(stringLiteral value: String) { self.value = value }

    public static var valueForm: String { "secret text" }
    public static var isSecret: Bool { true }

    public init(option node: OptionNode) throws(OptionProblem) {
        guard case .scalar(let text, _) = node.content else {
            // The message does not repeat the text.
            throw OptionProblem(.wrongType, "a single value is wanted here", expected: Self.valueForm, at: node)
        }
        value = text
    }

    /// Whether there is no text.
    public var isEmpty: Bool { value.isEmpty }
    public var optionText: String { isEmpty ? "" : Self.mask }
    public var description: String { Self.mask }
    public var customMirror: Mirror { Mirror(reflecting: Self.mask) }

    /// The text that stands for a secret wherever it would be shown.
    public static let mask = "***"
}

extension OptionDescription {
    /// The end of the keys that name files with secrets.
    package static let secretFileSuffix = "-file"

    /// The options of a group, each secret followed by the option that names a file with it.
    static func all<Options>(_ fields: [OptionField<Options>]) -> [OptionDescription] {
        fields.map(OptionDescription.init).flatMap { $0.isSecret ? [$0, $0.file] : [$0] }
    }

    private var file: OptionDescription {
        OptionDescription(
            key: key + Self.secretFileSuffix, help: "The file that holds the value of \(key).", valueForm: "path")
    }
}

extension OptionNode.Entry {
    /// The entry as it may be shown: secrets of the option with this description are masked.
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

    /// The texts of a secret option's value, by the places where they stand.
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
