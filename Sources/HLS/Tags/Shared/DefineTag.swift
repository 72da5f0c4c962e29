/// The definition of a variable (RFC 8216bis 4.4.2.3).
enum DefineTag: SharedTag {
    static let name: StaticString = "EXT-X-DEFINE"
    static let value = TagValue.attributes([
        TagAttribute("NAME", .quoted),
        TagAttribute("VALUE", .quoted),
        TagAttribute("IMPORT", .quoted),
        TagAttribute("QUERYPARAM", .quoted),
    ])

    static func parse(_ line: PlaylistLine, into common: inout CommonTags) throws(PlaylistProblem) {
        let definition = try definition(AttributeList(name, line, common.context))
        try common.context.variables.define(definition, line)
        if case .imported = definition { common.importLine = common.importLine ?? line }
        common.definitions.append(definition)
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
            throw list.problem("\(Self.name) requires NAME with VALUE, or IMPORT, or QUERYPARAM", at: Self.name)
        }
    }
}

extension VariableDefinition {
    var attributes: AttributeListWriter {
        var list = AttributeListWriter()
        switch self {
        case .value(let name, let value):
            list.add("NAME", quoted: name)
            list.add("VALUE", quoted: value)
        case .imported(let name): list.add("IMPORT", quoted: name)
        case .queryParameter(let name): list.add("QUERYPARAM", quoted: name)
        }
        return list
    }
}

extension PlaylistTag { package static let define = PlaylistTag(DefineTag.self) }
