/// The stage kinds that are available to pipeline files.
public struct StageCatalogue: Sendable {
    private var byKind: [String: StageDescription] = [:]
    /// The plugin that registers kinds in this catalogue; nil for the tool's kinds.
    private var plugin: PluginIdentity?
    /// The kinds that a plugin has registered more than once.
    package private(set) var repeatedKinds: [String] = []

    /// Creates an empty catalogue.
    public init() {}

    /// Creates an empty catalogue for a plugin. Registering a kind twice is recorded in `repeatedKinds` instead of
    /// trapping.
    package init(of plugin: PluginIdentity) { self.plugin = plugin }

    /// All kinds, sorted by name.
    public var descriptions: [StageDescription] { byKind.values.sorted { $0.kind < $1.kind } }

    /// The description of a kind; nil when the kind is unknown.
    public subscript(kind: String) -> StageDescription? { byKind[kind] }

    /// Registers a source.
    public mutating func register<S: Source>(_ type: S.Type) {
        add(StageDescription(type, role: .source, input: nil, output: S.Output.self) { .source(try S(options: $0)) })
    }
    /// Registers a transform.
    public mutating func register<S: Transform>(_ type: S.Type) {
        add(
            StageDescription(
                type, role: .transform, input: S.Input.self, output: S.Output.self, formats: S.inputFormats
            ) {
                .transform(try S(options: $0))
            })
    }
    /// Registers a processor.
    public mutating func register<S: Processor>(_ type: S.Type) {
        add(
            StageDescription(
                type, role: .processor, input: S.Input.self, output: S.Output.self, formats: S.inputFormats
            ) {
                .processor(try S(options: $0))
            })
    }
    /// Registers a sink.
    public mutating func register<S: Sink>(_ type: S.Type) {
        add(
            StageDescription(type, role: .sink, input: S.Input.self, output: nil, formats: S.inputFormats) {
                .sink(try S(options: $0))
            })
    }

    /// Adds the kinds of another catalogue. Kinds that are already present are not replaced; they are returned.
    package mutating func add(_ other: StageCatalogue) -> [StageDescription] {
        let known = other.descriptions.filter { byKind[$0.kind] != nil }
        byKind.merge(other.byKind) { first, _ in first }
        return known
    }

    private mutating func add(_ description: StageDescription) {
        var description = description
        description.plugin = plugin
        if byKind[description.kind] == nil {
            byKind[description.kind] = description
        } else {
            precondition(plugin != nil, "a stage kind is registered once: \(description.kind)")
            repeatedKinds.append(description.kind)
        }
    }
}

/// An initialized stage of any role.
public enum AnyStage: Sendable {
    case source(any Source)
    case transform(any Transform)
    case processor(any Processor)
    case sink(any Sink)
}

/// The declaration of a stage kind, available without creating a stage.
public struct StageDescription: Sendable {
    /// The role of a stage in a pipeline.
    public enum Role: String, Sendable, Hashable {
        case source
        case transform
        case processor
        case sink
    }

    public let kind: String
    public let abstract: String
    public let role: Role
    /// The name of the payload that it accepts; nil for sources.
    public let inputName: String?
    /// The name of the payload that it emits; nil for sinks.
    public let outputName: String?
    public let options: [OptionDescription]
    /// The frame formats that it accepts.
    public let inputFormats: FrameFormats
    /// The plugin that provides the kind; nil for kinds of the tool.
    public internal(set) var plugin: PluginIdentity?
    private let makeStage: @Sendable ([OptionNode.Entry], inout [Diagnostic]) -> AnyStage?

    init<S: Stage>(
        _ type: S.Type, role: Role, input: (any Payload.Type)?, output: (any Payload.Type)?,
        formats: FrameFormats = .any,
        make: @escaping @Sendable (S.Options) throws -> AnyStage
    ) {
        kind = S.kind
        abstract = S.abstract
        self.role = role
        inputFormats = formats
        inputName = input?.payloadName
        outputName = output?.payloadName
        options = OptionDescription.all(S.Options.fields)
        makeStage = { entries, diagnostics in
            let before = diagnostics.count
            let options = OptionReader<S.Options>(kind: S.kind).read(entries, &diagnostics)
            guard diagnostics.count == before else { return nil }
            do {
                return try make(options)
            } catch {
                let message = (error as? StageError)?.message ?? "\(error)"
                diagnostics.append(Diagnostic(code: "invalid-options", message: message))
                return nil
            }
        }
    }

    /// Creates the stage from its options. Returns nil when options are invalid, and adds the errors to `diagnostics`.
    ///
    /// Diagnostics without a location concern the stage as a whole.
    public func make(_ entries: [OptionNode.Entry], _ diagnostics: inout [Diagnostic]) -> AnyStage? {
        makeStage(entries, &diagnostics)
    }
}

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
