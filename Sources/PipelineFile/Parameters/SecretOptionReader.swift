import PipelineRuntime
import StageKit

/// Reads the files that secret options refer to, and collects the values of all secret options of a document.
struct SecretOptionReader {
    private let catalogue: StageCatalogue
    private(set) var diagnostics: [Diagnostic] = []
    /// The secret values, which are masked in all output.
    private(set) var values: Set<String> = []
    /// The locations of the secret values.
    private(set) var locations: Set<SourceLocation> = []

    /// Maximum size of a file with a secret, in bytes.
    static let limit = 64 << 10

    init(_ catalogue: StageCatalogue) { self.catalogue = catalogue }

    /// Returns the document with `KEY-file: PATH` replaced by `KEY: CONTENT` for each secret option.
    mutating func apply(to document: PipelineDocument) -> PipelineDocument {
        var document = document
        for index in document.stages.indices {
            guard let kind = document.stages[index].kind, let description = catalogue[kind.text] else { continue }
            document.stages[index].options = read(document.stages[index].options, description.options)
        }
        let options = OptionDescription.all(HookOptions.fields)
        for index in document.hooks.indices {
            document.hooks[index].options = read(document.hooks[index].options, options)
        }
        document.admin = document.admin.map { apply(toAdmin: $0) }
        return document
    }

    /// Returns the value of `admin` with its token instead of the file of the token.
    mutating func apply(toAdmin node: OptionNode) -> OptionNode { apply(to: node, AdminOptions.members) }

    /// Returns a mapping with its secrets instead of the files of the secrets.
    mutating func apply(to node: OptionNode, _ members: [OptionDescription]) -> OptionNode {
        var node = node
        read(&node, members)
        return node
    }

    /// Returns the content of a file with a secret, without trailing line breaks.
    static func content(of path: String) throws(Diagnostic) -> String {
        do throws(TextFile.Problem) {
            let bytes = try TextFile.read(path, limit: limit)
            guard let text = String(validating: bytes, as: UTF8.self), !text.utf8.contains(0) else {
                throw TextFile.Problem(code: "unreadable-file", message: "'\(path)' is not UTF-8 text")
            }
            return String(text.trimmingSuffix { $0.isNewline })
        } catch {
            throw Diagnostic(code: error.code, message: error.message)
        }
    }

    private mutating func read(
        _ entries: [OptionNode.Entry], _ options: [OptionDescription]
    ) -> [OptionNode.Entry] {
        var result: [OptionNode.Entry] = []
        for entry in entries {
            if let secret = options.first(where: { $0.isSecret && entry.isFile(of: $0) }) {
                if let entry = content(of: entry, secret, beside: entries) { result.append(entry) }
                continue
            }
            let option = options.first { $0.key == entry.key }
            // An empty option is ignored if its `-file` option is set as well.
            if option?.isSecret == true, entry.value.isEmpty, entries.contains(where: { $0.isFile(of: option) }) {
                continue
            }
            var entry = entry
            if let option, !option.isSecret, !option.members.isEmpty { read(&entry.value, option.members) }
            result.append(entry)
            if let option { collect(entry.value, option) }
        }
        return result
    }

    private mutating func read(_ node: inout OptionNode, _ members: [OptionDescription]) {
        switch node.content {
        case .scalar: break
        case .list(var items):
            for index in items.indices { read(&items[index], members) }
            node.content = .list(items)
        case .mapping(let entries): node.content = .mapping(read(entries, members))
        }
    }

    /// Returns the entry with the content of the file that an entry refers to; nil when the path is empty or on an
    /// error.
    private mutating func content(
        of entry: OptionNode.Entry, _ secret: OptionDescription, beside entries: [OptionNode.Entry]
    ) -> OptionNode.Entry? {
        guard case .scalar(let path, _) = entry.value.content else {
            diagnostics.append(
                Diagnostic(
                    code: "wrong-type", message: "'\(entry.key)' requires a file path", at: entry.value.location))
            return nil
        }
        guard !entry.value.isEmpty else { return nil }
        guard !entries.contains(where: { $0.key == secret.key && !$0.value.isEmpty }) else {
            diagnostics.append(
                Diagnostic(
                    code: "invalid-options", message: "'\(secret.key)' and '\(entry.key)' are mutually exclusive",
                    at: entry.keyLocation, notes: ["omit one of them, or leave it empty"]))
            return nil
        }
        do throws(Diagnostic) {
            let lines = try Self.content(of: path).split(separator: "\n", omittingEmptySubsequences: false)
            let items = lines.map { OptionNode(.scalar(String($0), isQuoted: true), at: entry.value.location) }
            let value = items.count == 1 ? items[0] : OptionNode(.list(items), at: entry.value.location)
            collect(value, secret)
            return OptionNode.Entry(key: secret.key, keyLocation: entry.keyLocation, value: value)
        } catch {
            var problem = error
            problem.location = entry.value.location
            diagnostics.append(problem)
            return nil
        }
    }

    private mutating func collect(_ node: OptionNode, _ option: OptionDescription) {
        for (text, location) in node.secretTexts(option) {
            values.insert(text)
            if let location { locations.insert(location) }
        }
    }
}

extension OptionNode.Entry {
    fileprivate func isFile(of secret: OptionDescription?) -> Bool {
        secret.map { key == $0.key + OptionDescription.secretFileSuffix } ?? false
    }
}

extension OptionNode {
    /// Whether the value is null or empty.
    fileprivate var isEmpty: Bool { isNull || text.isEmpty }
}

extension String {
    fileprivate func trimmingSuffix(while predicate: (Character) -> Bool) -> Substring {
        var rest = self[...]
        while let last = rest.last, predicate(last) { rest.removeLast() }
        return rest
    }
}
