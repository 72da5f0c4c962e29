import Media

/// An option value with named fields, such as `{ height: 720, bitrate: 3Mbit/s }`, or an element of a list of them.
///
/// The fields are declared in the same way as stage options, and errors are reported at the location of each field.
public protocol OptionMapping: OptionGroup, OptionValue {
    /// A contradiction between fields and the expected values; nil when the fields are consistent.
    var contradiction: (message: String, expected: String)? { get }
}

extension OptionMapping {
    public var contradiction: (message: String, expected: String)? { nil }
    public static var valueForm: String {
        "mapping (\(fields.prefix(2).map { "\($0.key): …" }.joined(separator: ", ")))"
    }
    public static var members: [OptionDescription] { OptionDescription.all(fields) }
    public static var shape: OptionShape { .mapping(members) }

    public init(option node: OptionNode) throws(OptionProblem) {
        guard case .mapping(let entries) = node.content else {
            throw OptionProblem(.wrongType, "'\(node.text)' is not a mapping", expected: Self.valueForm, at: node)
        }
        self.init()
        var problems: [OptionProblem] = []
        for entry in entries {
            guard let field = Self.fields.first(where: { $0.key == entry.key }) else {
                problems.append(Self.unknown(entry))
                continue
            }
            do throws(OptionProblem) {
                try field.parse(entry.value, &self)
            } catch {
                problems += error.all.map { $0.prefixed(with: entry.key, isSecret: field.isSecret) }
            }
        }
        for field in Self.fields where field.isRequired && !entries.contains(where: { $0.key == field.key }) {
            problems.append(
                OptionProblem(
                    .missingOption, "'\(field.key)' is missing", expected: "\(field.key): \(field.valueForm)", at: node)
            )
        }
        if problems.isEmpty, let (message, expected) = contradiction {
            problems.append(OptionProblem(.invalidOptions, message, expected: expected, at: node))
        }
        if let problem = OptionProblem.joined(problems) { throw problem }
    }

    public var optionText: String {
        let entries = Self.fields.compactMap { field in field.text(self).map { "\(field.key): \($0)" } }
        return "{ " + entries.joined(separator: ", ") + " }"
    }

    public var optionNode: OptionNode { OptionNode(.mapping(entries)) }

    private static func unknown(_ entry: OptionNode.Entry) -> OptionProblem {
        let keys = OptionDescription.all(fields).map(\.key)
        var problem = OptionProblem(
            .unknownOption, "unknown key '\(entry.key)'",
            expected: SpellingSuggestion.closest(to: entry.key, among: keys).map { "'\($0)', perhaps" }
                ?? keys.joined(separator: ", "),
            at: entry.value)
        problem.location = entry.keyLocation ?? entry.value.location
        problem.isSecret = fields.contains(where: \.isSecret)
        return problem
    }
}

extension OptionProblem {
    /// Returns the problem with the key of the enclosing field added to its message.
    fileprivate func prefixed(with key: String, isSecret: Bool) -> OptionProblem {
        var result = self
        result.isSecret = result.isSecret || isSecret
        result.message = "'\(key)': \(message)"
        return result
    }
}
