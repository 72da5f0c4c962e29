import Media
import StageKit

/// Parses the structure of a pipeline file and collects all errors.
struct DocumentReader {
    private(set) var diagnostics: [Diagnostic] = []

    /// Maximum number of stages, of parameters and of plugins.
    static let limit = 256
    static let keys = ["pipeline", "about", "parameters", "extends", "stages", "plugins", "hooks", "admin"]

    /// Converts a YAML tree to a document; errors are added to `diagnostics`.
    mutating func read(_ root: OptionNode) -> PipelineDocument {
        var document = PipelineDocument()
        guard case .mapping(let entries) = root.content else {
            report("wrong-type", "a pipeline file is a mapping, not \(root.form)", root.location)
            document.lacksStages = true
            return document
        }
        for entry in entries { read(entry, &document) }
        if !entries.contains(where: { $0.key == "stages" }), document.extends == nil {
            report("missing-key", "the file has no 'stages'", root.location)
            document.lacksStages = true
        }
        for removal in document.removals where document.extends == nil {
            report(
                "wrong-type", "stage '\(removal.text)' is empty", removal.location,
                ["only a file that extends another file can remove a stage"])
        }
        return document
    }

    private mutating func read(_ entry: OptionNode.Entry, _ document: inout PipelineDocument) {
        switch entry.key {
        case "pipeline": document.name = text(entry)
        case "about": document.about = text(entry)
        case "extends": document.extends = text(entry)
        case "parameters": document.parameters = parameters(entry.value)
        case "stages": stages(entry, &document)
        case "plugins": document.plugins = plugins(entry)
        case "hooks": hooks(entry.value, &document)
        case "admin": document.admin = entry.value
        default: unknown(entry, among: Self.keys, "a pipeline file")
        }
    }

    private mutating func parameters(_ node: OptionNode) -> [ParameterDefinition] {
        if node.isNull { return [] }
        guard case .mapping(let entries) = node.content else {
            report("wrong-type", "'parameters' requires a mapping of defaults, not \(node.form)", node.location)
            return []
        }
        if entries.count > Self.limit {
            report("limit-reached", "there are more than \(Self.limit) parameters", entries[Self.limit].keyLocation)
        }
        return entries.prefix(Self.limit).compactMap { entry in
            guard Name.isParameter(entry.key) else {
                report(
                    "bad-name", "'\(entry.key)' is not a valid parameter name", entry.keyLocation,
                    ["names start with a letter and contain letters, digits, '_' and '-'"])
                return nil
            }
            guard case .scalar(let text, _) = entry.value.content else {
                report(
                    "wrong-type", "the default of a parameter is a single value, not \(entry.value.form)",
                    entry.value.location)
                return nil
            }
            if text.contains("${") {
                report("bad-parameter", "a default cannot refer to other parameters", entry.value.location)
            }
            return ParameterDefinition(
                name: LocatedText(entry.key, at: entry.keyLocation), defaultValue: entry.value.isNull ? nil : text)
        }
    }

    private mutating func stages(_ entry: OptionNode.Entry, _ document: inout PipelineDocument) {
        let node = entry.value
        document.stagesLocation = entry.keyLocation
        if node.isNull { return }
        guard case .mapping(let entries) = node.content else {
            report("wrong-type", "'stages' requires a mapping of names and stages, not \(node.form)", node.location)
            document.lacksStages = true
            return
        }
        if entries.count > Self.limit {
            report("limit-reached", "the pipeline has more than \(Self.limit) stages", entries[Self.limit].keyLocation)
        }
        for stage in entries.prefix(Self.limit) {
            if !Name.isStage(stage.key) {
                report(
                    "bad-name", "'\(stage.key)' is not a valid stage name", stage.keyLocation,
                    ["names start with a lower-case letter and contain lower-case letters, digits and '-'"])
            }
            let name = LocatedText(stage.key, at: stage.keyLocation)
            if stage.value.isNull {
                document.removals.append(name)
            } else {
                document.stages.append(self.stage(name, stage.value))
            }
        }
    }

    private mutating func stage(_ name: LocatedText, _ node: OptionNode) -> StageDefinition {
        var stage = StageDefinition(name, use: nil)
        guard case .mapping(let entries) = node.content else {
            report(
                "wrong-type", "stage '\(name.text)' requires 'use', 'from', 'with' and 'on-error', not \(node.form)",
                node.location)
            stage.hasBrokenInputs = true
            return stage
        }
        for entry in entries {
            switch entry.key {
            case "use": stage.kind = text(entry)
            case "from": from(entry, &stage)
            case "with": stage.options = options(entry)
            case "on-error": stage.onError = text(entry)
            default:
                if let inputs = flowInputs(entries, upTo: entry) {
                    report(
                        "unknown-key", "a stage has no key '\(entry.key)'; several names are a list", entry.keyLocation,
                        ["write 'from: [\(inputs.joined(separator: ", "))]'"])
                } else {
                    unknown(entry, among: ["use", "from", "with", "on-error"], "a stage")
                }
            }
        }
        if !entries.contains(where: { $0.key == "use" }) {
            report(
                "missing-key", "stage '\(name.text)' has no 'use'", name.location,
                ["add 'use: ' and a stage kind; 'sluice stages' lists the kinds"])
        }
        return stage
    }

    /// Returns the names that were meant by `{ from: video, audio }`, where YAML makes a key of the second one; nil for
    /// other keys.
    private func flowInputs(_ entries: [OptionNode.Entry], upTo entry: OptionNode.Entry) -> [String]? {
        guard entry.value.isNull, let place = entries.firstIndex(where: { $0.keyLocation == entry.keyLocation }) else {
            return nil
        }
        let before = entries[..<place].reversed()
        let names: [String] = before.prefix { $0.value.isNull }.map(\.key).reversed()
        guard let from = before.dropFirst(names.count).first, from.key == "from",
            case .scalar(let first, _) = from.value.content
        else { return nil }
        return [first] + names + [entry.key]
    }

    private mutating func from(_ entry: OptionNode.Entry, _ stage: inout StageDefinition) {
        stage.fromLocation = entry.value.location
        let items: [OptionNode] = if case .list(let items) = entry.value.content { items } else { [entry.value] }
        stage.inputs = items.flatMap { item -> [LocatedText] in
            guard case .scalar(let text, _) = item.content, !item.isNull else {
                report(
                    "wrong-type", "'from' requires a stage name or a list of names, not \(item.form)", item.location
                )
                stage.hasBrokenInputs = true
                return []
            }
            let names = text.split(separator: ",").map { $0.filter { $0 != " " } }
            guard names.count > 1 else { return [LocatedText(text, at: item.location)] }
            report(
                "wrong-type", "'\(text)' is one name; several names are a list", item.location,
                ["write 'from: [\(names.joined(separator: ", "))]'"])
            return names.map { LocatedText($0, at: item.location) }
        }
    }

    private mutating func options(_ entry: OptionNode.Entry) -> [OptionNode.Entry] {
        if entry.value.isNull { return [] }
        guard case .mapping(let entries) = entry.value.content else {
            report("wrong-type", "'with' requires a mapping of options, not \(entry.value.form)", entry.value.location)
            return []
        }
        for option in entries where option.value.isNull {
            report(
                "wrong-type", "option '\(option.key)' has no value", option.keyLocation,
                ["write \"\" for empty text, or omit the option for its default"])
        }
        return entries
    }

    private mutating func plugins(_ entry: OptionNode.Entry) -> [LocatedText] {
        let items: [OptionNode] = if case .list(let items) = entry.value.content { items } else { [entry.value] }
        if items.count > Self.limit {
            report("limit-reached", "there are more than \(Self.limit) plugins", entry.keyLocation)
        }
        return items.prefix(Self.limit).compactMap { item in
            guard case .scalar(let text, _) = item.content, !item.isNull else {
                report(
                    "wrong-type", "'plugins' requires names and folders of plugins, not \(item.form)", item.location)
                return nil
            }
            return LocatedText(text, at: item.location)
        }
    }

    mutating func hooks(_ node: OptionNode, _ document: inout PipelineDocument) {
        if node.isNull { return }
        guard case .mapping(let entries) = node.content else {
            report("wrong-type", "'hooks' requires a mapping of names and hooks, not \(node.form)", node.location)
            return
        }
        if entries.count > Self.limit {
            report("limit-reached", "there are more than \(Self.limit) hooks", entries[Self.limit].keyLocation)
        }
        for hook in entries.prefix(Self.limit) {
            if !Name.isStage(hook.key) {
                report(
                    "bad-name", "'\(hook.key)' is not a valid hook name", hook.keyLocation,
                    ["names start with a lower-case letter and contain lower-case letters, digits and '-'"])
            }
            let name = LocatedText(hook.key, at: hook.keyLocation)
            if hook.value.isNull {
                document.hookRemovals.append(name)
            } else if case .mapping(let options) = hook.value.content {
                document.hooks.append(HookDefinition(name: name, options: options))
            } else {
                report(
                    "wrong-type",
                    "hook '\(hook.key)' requires a mapping with 'url' or 'command', not \(hook.value.form)",
                    hook.value.location)
            }
        }
    }

    private mutating func text(_ entry: OptionNode.Entry) -> LocatedText? {
        guard case .scalar(let text, _) = entry.value.content, !entry.value.isNull else {
            let place = entry.value.isNull ? entry.keyLocation : entry.value.location
            report("wrong-type", "'\(entry.key)' requires a single value, not \(entry.value.form)", place)
            return nil
        }
        return LocatedText(text, at: entry.value.location)
    }

    private mutating func unknown(_ entry: OptionNode.Entry, among keys: [String], _ owner: String) {
        let close = SpellingSuggestion.closest(to: entry.key, among: keys).map { "did you mean '\($0)'?" }
        report(
            "unknown-key", "\(owner) has no key '\(entry.key)'", entry.keyLocation,
            [close ?? "\(owner) has: \(keys.joined(separator: ", "))"])
    }

    private mutating func report(
        _ code: String, _ message: String, _ location: SourceLocation?, _ notes: [String] = []
    ) {
        diagnostics.append(Diagnostic(code: code, message: message, at: location, notes: notes))
    }
}
