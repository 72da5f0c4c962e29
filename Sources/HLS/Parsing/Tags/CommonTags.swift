/// The tags that both kinds of playlist may contain (RFC 8216bis 4.4.1 and 4.4.2).
struct CommonTags {
    /// The value of EXT-X-VERSION; 1 without it.
    private(set) var version = 1
    private(set) var hasIndependentSegments = false
    private(set) var definitions: [VariableDefinition] = []
    private(set) var start: StartPoint?
    /// The line of the first imported variable.
    private(set) var importLine: PlaylistLine?
    private var versionLine = 1

    mutating func parse(
        _ tag: PlaylistTag, _ fullLine: PlaylistLine, _ context: ReadingContext
    ) throws(PlaylistProblem) {
        var line = fullLine
        switch tag {
        case .version:
            version = try line.readInteger("a version", limit: 1_000_000)
            versionLine = line.number
            try line.expectEnd()
        case .independentSegments: hasIndependentSegments = true
        case .define:
            let definition = try Self.definition(AttributeList(tag, line, context))
            try context.variables.define(definition, line)
            if case .imported = definition { importLine = importLine ?? line }
            definitions.append(definition)
        case .start:
            var attributes = try AttributeList(tag, line, context)
            guard let offset = try attributes.signedSeconds("TIME-OFFSET") else {
                throw attributes.missing("TIME-OFFSET")
            }
            var start = StartPoint(timeOffset: offset, isPrecise: try attributes.flag("PRECISE"))
            start.unknownAttributes = try attributes.unknown()
            self.start = start
        default: break
        }
    }

    private static func definition(_ list: AttributeList) throws(PlaylistProblem) -> VariableDefinition {
        var list = list
        let name = try list.string("NAME")
        let imported = try list.string("IMPORT")
        let parameter = try list.string("QUERYPARAM")
        let value = try list.string("VALUE")
        switch (name, imported, parameter, value) {
        case (let name?, nil, nil, let value?): return .value(name: name, value: value)
        case (_?, nil, nil, nil): throw list.missing("VALUE")
        case (nil, let name?, nil, nil): return .imported(name: name)
        case (nil, nil, let name?, nil): return .queryParameter(name: name)
        default:
            throw list.problem("EXT-X-DEFINE requires NAME with VALUE, or IMPORT, or QUERYPARAM", at: "EXT-X-DEFINE")
        }
    }

    /// Warns if the declared version is lower than the tags require.
    func checkVersion(needed: Int, _ context: ReadingContext) {
        guard version < needed else { return }
        context.warn(
            PlaylistProblem(
                line: versionLine, message: "EXT-X-VERSION is \(version); the features in use require \(needed)"))
    }
}
