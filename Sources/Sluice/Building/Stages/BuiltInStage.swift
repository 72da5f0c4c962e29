import StageKit

/// A built-in stage with its options as typed values, such as `.videoEncode(bitrate: .kilobits(500))`.
///
/// Options that are nil have their defaults. Ranges are verified when the pipeline is created.
public struct BuiltInStage: Sendable {
    /// The kind in pipeline files.
    public let kind: String
    var entries: [OptionNode.Entry] = []

    init(kind: String) { self.kind = kind }

    mutating func set(_ key: String, _ value: (some OptionValue)?) {
        guard let value else { return }
        entries.append(OptionNode.Entry(key: key, value: value.optionNode))
    }

    mutating func set(_ key: String, _ value: OptionLiteral?) {
        guard let value else { return }
        entries.append(OptionNode.Entry(key: key, value: value.node))
    }

    mutating func set(_ key: String, _ values: [OptionLiteral]?) {
        guard let values else { return }
        entries.append(OptionNode.Entry(key: key, value: OptionNode(.list(values.map(\.node)))))
    }
}
