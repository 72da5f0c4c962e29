/// The declaration of an option, for the reference and for messages.
public struct OptionDescription: Sendable, Hashable {
    public let key: String
    public let help: String
    public let valueForm: String
    public let defaultText: String?
    public let isRequired: Bool
    public let limits: String?
    /// The keys of the option's mappings; empty for values without mappings.
    public let members: [OptionDescription]
    /// Whether the value is masked in all output.
    public let isSecret: Bool

    init(key: String, help: String, valueForm: String) {
        (self.key, self.help, self.valueForm, defaultText) = (key, help, valueForm, nil)
        (isRequired, limits, members, isSecret) = (false, nil, [], false)
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
    }
}
