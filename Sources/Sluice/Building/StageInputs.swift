/// The names of the stages that a stage reads from: `"video"` or `["video", "audio"]`.
public struct StageInputs: Sendable, ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
    let names: [String]

    /// Creates inputs from names.
    public init(_ names: [String]) { self.names = names }
    /// Creates an input from the name of one stage.
    public init(stringLiteral name: String) { names = [name] }
    /// Creates inputs from the names of stages.
    public init(arrayLiteral names: String...) { self.names = names }
}
