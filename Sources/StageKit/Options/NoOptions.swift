/// The options of stages without options.
public struct NoOptions: StageOptions {
    /// Creates the options.
    public init() {}
    public static var fields: [OptionField<NoOptions>] { [] }
}
