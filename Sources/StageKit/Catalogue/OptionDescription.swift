/// The declaration of an option, for the reference and for messages.
public struct OptionDescription: Sendable, Hashable {
    public let key: String
    public let help: String
    public let valueForm: String
    public let defaultText: String?
    public let isRequired: Bool
    public let limits: String?
    /// The form of a value for the JSON Schema of pipeline files.
    public let shape: OptionShape
    /// The default as a pipeline file contains it; nil when the option is required or empty by default.
    package let defaultNode: OptionNode?
    /// The keys of the option's mappings; empty for values without mappings.
    public let members: [OptionDescription]
    /// Whether the value is masked in all output.
    public let isSecret: Bool

    init(key: String, help: String, valueForm: String) {
        (self.key, self.help, self.valueForm, defaultText) = (key, help, valueForm, nil)
        (isRequired, limits, members, isSecret) = (false, nil, [], false)
        (shape, defaultNode) = (.text, nil)
    }

    init<Options>(_ field: OptionField<Options>) {
        key = field.key
        help = field.help
        valueForm = field.valueForm
        defaultText = field.defaultText
        isRequired = field.isRequired
        limits = field.limits
        members = field.members
        isSecret = field.isSecret
        shape = field.shape
        defaultNode = field.isSecret ? nil : field.defaultNode
    }
}
