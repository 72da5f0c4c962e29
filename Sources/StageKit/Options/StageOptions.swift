/// A group of options, each declared once with its key.
///
/// The declarations define parsing, defaults, validation and documentation.
public protocol OptionGroup: Sendable {
    /// Creates the default options.
    init()
    /// All options, in the order of the documentation.
    static var fields: [OptionField<Self>] { get }
}

/// The options of a stage: a structure whose fields are declared once.
public protocol StageOptions: OptionGroup {}

/// The options of stages without options.
public struct NoOptions: StageOptions {
    /// Creates the options.
    public init() {}
    public static var fields: [OptionField<NoOptions>] { [] }
}
