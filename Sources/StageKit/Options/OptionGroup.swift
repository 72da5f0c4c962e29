/// A group of options, each declared once with its key.
///
/// The declarations define parsing, defaults, validation and documentation.
public protocol OptionGroup: Sendable {
    /// Creates the default options.
    init()
    /// All options, in the order of the documentation.
    static var fields: [OptionField<Self>] { get }
}

extension OptionGroup {
    /// The entries of a pipeline file that set these options; options with their default value are omitted.
    package var entries: [OptionNode.Entry] {
        let defaults = Self()
        return Self.fields.compactMap { field in
            guard let value = field.node(self), field.isRequired || value != field.node(defaults) else { return nil }
            return OptionNode.Entry(key: field.key, value: value)
        }
    }
}
