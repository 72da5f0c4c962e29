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
                type, role: .transform, input: S.Input.self, output: S.Output.self, formats: S.inputFormats,
                mediaTypes: S.mediaTypes
            ) {
                .transform(try S(options: $0))
            })
    }
    /// Registers a processor.
    public mutating func register<S: Processor>(_ type: S.Type) {
        add(
            StageDescription(
                type, role: .processor, input: S.Input.self, output: S.Output.self, formats: S.inputFormats,
                mediaTypes: S.mediaTypes
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
