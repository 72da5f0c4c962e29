package import StageKit

extension PipelineDocument {
    /// The document as the tree of a pipeline file.
    ///
    /// Text of a document without parameters is escaped, so that it means itself.
    package var node: OptionNode { hasParameters ? tree : tree.escaped }

    private var tree: OptionNode {
        var entries: [OptionNode.Entry] = []
        func add(_ key: String, _ text: LocatedText?) {
            if let text { entries.append(.init(key: key, value: OptionNode(.scalar(text.text, isQuoted: true)))) }
        }
        add("pipeline", name)
        add("about", about)
        if !plugins.isEmpty { entries.append(.init(key: "plugins", value: Self.list(plugins))) }
        if !parameters.isEmpty {
            let values = parameters.map { OptionNode.Entry(key: $0.name.text, value: $0.node) }
            entries.append(.init(key: "parameters", value: OptionNode(.mapping(values))))
        }
        if !hooks.isEmpty {
            let values = hooks.map { OptionNode.Entry(key: $0.name.text, value: OptionNode(.mapping($0.options))) }
            entries.append(.init(key: "hooks", value: OptionNode(.mapping(values))))
        }
        if let admin, !admin.isNull { entries.append(.init(key: "admin", value: admin)) }
        let definitions = stages.map { OptionNode.Entry(key: $0.name.text, value: $0.node) }
        entries.append(.init(key: "stages", value: OptionNode(.mapping(definitions))))
        return OptionNode(.mapping(entries))
    }

    fileprivate static func list(_ texts: [LocatedText]) -> OptionNode {
        OptionNode(.list(texts.map { OptionNode(.scalar($0.text, isQuoted: true)) }))
    }
}

extension StageDefinition {
    fileprivate var node: OptionNode {
        var entries: [OptionNode.Entry] = []
        if let kind { entries.append(.init(key: "use", value: OptionNode(.scalar(kind.text, isQuoted: true)))) }
        if inputs.count == 1 {
            entries.append(.init(key: "from", value: OptionNode(.scalar(inputs[0].text, isQuoted: true))))
        } else if !inputs.isEmpty {
            entries.append(.init(key: "from", value: PipelineDocument.list(inputs)))
        }
        if !options.isEmpty { entries.append(.init(key: "with", value: OptionNode(.mapping(options)))) }
        if let onError {
            entries.append(.init(key: "on-error", value: OptionNode(.scalar(onError.text, isQuoted: true))))
        }
        return OptionNode(.mapping(entries))
    }
}

extension ParameterDefinition {
    fileprivate var node: OptionNode {
        guard let defaultValue else { return OptionNode("~") }
        return OptionNode(.scalar(defaultValue, isQuoted: true))
    }
}

extension OptionNode {
    /// The tree with `${` escaped in all values.
    fileprivate var escaped: OptionNode {
        switch content {
        case .scalar(let text, let isQuoted):
            OptionNode(.scalar(text.replacing("${", with: "$${"), isQuoted: isQuoted), at: location)
        case .list(let items): OptionNode(.list(items.map(\.escaped)), at: location)
        case .mapping(let entries):
            OptionNode(.mapping(entries.map { .init(key: $0.key, value: $0.value.escaped) }), at: location)
        }
    }
}
