import Media
import StageKit

/// Parses YAML into a tree of values with source locations.
///
/// Aliases are expanded and `<<` merges mappings. When a key is repeated, the first value counts and the second is
/// reported.
struct YAMLReader {
    /// A value with the number of values in it and its depth, which repeated aliases add to the limits again.
    struct Tree {
        var node: OptionNode
        var count = 1
        var depth = 0
    }

    let source: SourceText
    let limits: YAMLLimits
    private let events: YAMLEventReader
    private var anchors: [String: Tree] = [:]
    private var count = 0
    private(set) var diagnostics: [Diagnostic] = []

    init(_ source: SourceText, limits: YAMLLimits = YAMLLimits()) {
        self.source = source
        self.limits = limits
        events = YAMLEventReader(source.text)
    }

    /// Parses the single document of the text; returns nil on a syntax error, which is added to `diagnostics`.
    mutating func read() -> OptionNode? {
        do throws(Diagnostic) {
            var event = try next()
            while case .other = event.content { event = try next() }
            guard case .documentStart = event.content else { throw bad("the file is empty", event) }
            let tree = try tree(from: try next(), depth: 0)
            repeat { event = try next() } while event.isOther
            guard case .streamEnd = event.content else { throw bad("a pipeline file has only one document", event) }
            return tree.node
        } catch {
            diagnostics.append(error)
            return nil
        }
    }

    private mutating func tree(from event: YAMLEvent, depth: Int) throws(Diagnostic) -> Tree {
        if let tag = event.tag { throw bad("tag '\(tag)' is not supported in pipeline files", event) }
        guard depth <= limits.depth else {
            throw limit("values are nested more than \(limits.depth) levels deep", event)
        }
        try add(1, event)
        let tree: Tree
        switch event.content {
        case .scalar(let text, let isQuoted):
            tree = Tree(node: OptionNode(.scalar(text, isQuoted: isQuoted), at: location(event)))
        case .listStart: tree = try list(event, depth)
        case .mappingStart: tree = try mapping(event, depth)
        case .alias(let name): tree = try anchored(name, event, depth)
        default: throw bad("a value is missing", event)
        }
        if let anchor = event.anchor { anchors[anchor] = tree }
        return tree
    }

    private mutating func list(_ start: YAMLEvent, _ depth: Int) throws(Diagnostic) -> Tree {
        var items: [OptionNode] = []
        var (count, height) = (1, 0)
        while true {
            let event = try next()
            if case .listEnd = event.content {
                let node = OptionNode(.list(items), at: source.location(from: start.start, to: event.end))
                return Tree(node: node, count: count, depth: height)
            }
            let item = try tree(from: event, depth: depth + 1)
            items.append(item.node)
            count += item.count
            height = max(height, item.depth + 1)
        }
    }

    private mutating func mapping(_ start: YAMLEvent, _ depth: Int) throws(Diagnostic) -> Tree {
        var mapping = MappingBuilder()
        var (count, height) = (1, 0)
        while true {
            let event = try next()
            if case .mappingEnd = event.content {
                let node = OptionNode(
                    .mapping(mapping.entries), at: source.location(from: start.start, to: event.end))
                return Tree(node: node, count: count, depth: height)
            }
            let key = try tree(from: event, depth: depth + 1)
            guard case .scalar(let name, let isQuoted) = key.node.content else {
                throw bad("a key must be a single value", event)
            }
            let value = try tree(from: try next(), depth: depth + 1)
            count += key.count + value.count
            height = max(height, value.depth + 1)
            let entry = OptionNode.Entry(key: name, keyLocation: location(event), value: value.node)
            if let diagnostic = mapping.add(entry, isMerge: name == "<<" && !isQuoted) {
                diagnostics.append(diagnostic)
            }
        }
    }

    private mutating func anchored(_ name: String, _ event: YAMLEvent, _ depth: Int) throws(Diagnostic) -> Tree {
        guard let tree = anchors[name] else {
            let close = SpellingSuggestion.closest(to: name, among: anchors.keys).map { ["did you mean '*\($0)'?"] }
            throw bad("there is no preceding anchor '&\(name)'", event, notes: close ?? [])
        }
        guard depth + tree.depth <= limits.depth else {
            throw limit("values are nested more than \(limits.depth) levels deep through alias '*\(name)'", event)
        }
        try add(tree.count - 1, event)
        return tree
    }

    private mutating func add(_ values: Int, _ event: YAMLEvent) throws(Diagnostic) {
        count += values
        guard count <= limits.values else {
            throw limit(
                "the file contains more than \(limits.values) values, including the expansions of aliases", event)
        }
    }

    private func next() throws(Diagnostic) -> YAMLEvent {
        do throws(YAMLFailure) {
            return try events.next()
        } catch {
            throw error.diagnostic(in: source)
        }
    }

    private func location(_ event: YAMLEvent) -> SourceLocation { source.location(from: event.start, to: event.end) }

    private func bad(_ message: String, _ event: YAMLEvent, notes: [String] = []) -> Diagnostic {
        Diagnostic(code: "bad-yaml", message: message, at: location(event), notes: notes)
    }

    private func limit(_ message: String, _ event: YAMLEvent) -> Diagnostic {
        Diagnostic(code: "limit-reached", message: message, at: location(event))
    }
}

extension YAMLEvent {
    fileprivate var isOther: Bool {
        if case .other = content { true } else { false }
    }
}
