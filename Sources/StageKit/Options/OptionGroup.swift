/// A group of options, each declared once with its key.
///
/// The declarations define parsing, defaults, validation and documentation.
public protocol OptionGroup: Sendable {
    /// Creates the default options.
    init()
    /// All options, in the order of the documentation.
    static var fields: [OptionField<Self>] { get }
}
