/// Values that are declared once, each with its key.
///
/// The declaration yields parsing, defaults, checking and documentation.
public protocol OptionGroup: Sendable {
    /// The defaults.
    init()
    /// All options, in the order in which they are documented.
    static var fields: [OptionField<Self>] { get }
}

/// What a stage can be told: a plain structure whose fields are declared once.
public protocol StageOptions: OptionGroup {}

/// For stages that have nothing to be told.
public struct NoOptions: StageOptions {
    /// No options.
    public init() {}
    public static var fields: [OptionField<NoOptions>] { [] }
}
