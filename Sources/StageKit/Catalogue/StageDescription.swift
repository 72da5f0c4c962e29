package import Media

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
    /// The media types that it accepts.
    package let mediaTypes: Set<MediaType>
    /// The plugin that provides the kind; nil for kinds of the tool.
    public internal(set) var plugin: PluginIdentity?
    /// The identity of the stage's type.
    package let typeID: ObjectIdentifier
    private let makeStage: @Sendable ([OptionNode.Entry], inout [Diagnostic]) -> AnyStage?

    init<S: Stage>(
        _ type: S.Type, role: Role, input: (any Payload.Type)?, output: (any Payload.Type)?,
        formats: FrameFormats = .any, mediaTypes: Set<MediaType> = Set(MediaType.allCases),
        make: @escaping @Sendable (S.Options) throws -> AnyStage
    ) {
        kind = S.kind
        typeID = ObjectIdentifier(type)
        abstract = S.abstract
        self.role = role
        inputFormats = formats
        self.mediaTypes = mediaTypes
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
