public import PipelineRuntime
public import StageKit

/// A stage of a pipeline declared in Swift, with the words of pipeline files: `use`, `from`, `with` and `on-error`.
public struct PipelineStage: Sendable {
    let name: String
    let kind: String
    /// The stages that it reads from; nil for the stage above it.
    let inputs: [String]?
    let options: [OptionNode.Entry]
    let onError: ErrorPolicy
    let location: SourceLocation
    /// Registers the stage's type unless the catalogue contains it.
    let register: (@Sendable (inout StageCatalogue) -> Void)?

    /// Declares a stage by its kind.
    ///
    /// Without `from`, the stage reads from the stage above it. Diagnostics refer to the line of the declaration.
    public init(
        _ name: String, use kind: String, from inputs: StageInputs? = nil, with options: OptionLiteral = [:],
        onError: ErrorPolicy = .automatic, file: String = #filePath, line: Int = #line, column: Int = #column
    ) {
        self.init(
            name, kind, inputs, options.entries, onError, SourceLocation(file: file, line: line, column: column), nil)
    }

    /// Declares a built-in stage, whose options the compiler verifies: `PipelineStage("video", .videoEncode(codec: .h264))`.
    public init(
        _ name: String, _ stage: BuiltInStage, from inputs: StageInputs? = nil, onError: ErrorPolicy = .automatic,
        file: String = #filePath, line: Int = #line, column: Int = #column
    ) {
        let location = SourceLocation(file: file, line: line, column: column)
        self.init(name, stage.kind, inputs, stage.entries, onError, location, nil)
    }

    /// Declares a source by its type, which needs no registration.
    public init<S: Source>(
        _ name: String, _ type: S.Type, with options: S.Options = S.Options(), onError: ErrorPolicy = .automatic,
        file: String = #filePath, line: Int = #line, column: Int = #column
    ) {
        self.init(
            name, S.kind, nil, options.entries, onError, SourceLocation(file: file, line: line, column: column)
        ) { $0.register(S.self) }
    }

    /// Declares a transform by its type, which needs no registration. Without `from`, it reads from the stage above it.
    public init<S: Transform>(
        _ name: String, _ type: S.Type, from inputs: StageInputs? = nil, with options: S.Options = S.Options(),
        onError: ErrorPolicy = .automatic, file: String = #filePath, line: Int = #line, column: Int = #column
    ) {
        self.init(
            name, S.kind, inputs, options.entries, onError, SourceLocation(file: file, line: line, column: column)
        ) { $0.register(S.self) }
    }

    /// Declares a processor by its type, which needs no registration. Without `from`, it reads from the stage above it.
    public init<S: Processor>(
        _ name: String, _ type: S.Type, from inputs: StageInputs? = nil, with options: S.Options = S.Options(),
        onError: ErrorPolicy = .automatic, file: String = #filePath, line: Int = #line, column: Int = #column
    ) {
        self.init(
            name, S.kind, inputs, options.entries, onError, SourceLocation(file: file, line: line, column: column)
        ) { $0.register(S.self) }
    }

    /// Declares a sink by its type, which needs no registration. Without `from`, it reads from the stage above it.
    public init<S: Sink>(
        _ name: String, _ type: S.Type, from inputs: StageInputs? = nil, with options: S.Options = S.Options(),
        onError: ErrorPolicy = .automatic, file: String = #filePath, line: Int = #line, column: Int = #column
    ) {
        self.init(
            name, S.kind, inputs, options.entries, onError, SourceLocation(file: file, line: line, column: column)
        ) { $0.register(S.self) }
    }

    private init(
        _ name: String, _ kind: String, _ inputs: StageInputs?, _ options: [OptionNode.Entry], _ onError: ErrorPolicy,
        _ location: SourceLocation, _ register: (@Sendable (inout StageCatalogue) -> Void)?
    ) {
        (self.name, self.kind, self.inputs, self.onError) = (name, kind, inputs?.names, onError)
        (self.location, self.register) = (location, register)
        self.options = options.map { $0.located(at: location) }
    }
}
