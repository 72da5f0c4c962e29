package import StageKit

/// The values of a pipeline's parameters, by name.
package struct ParameterValues: OptionValue, Hashable {
    package var values: [String: String] = [:]

    package init() {}

    package static var valueForm: String { "mapping of parameters (camera: /dev/video0)" }

    package init(option node: OptionNode) throws(OptionProblem) {
        guard case .mapping(let entries) = node.content else {
            throw OptionProblem(.wrongType, "'\(node.text)' is not a mapping", expected: Self.valueForm, at: node)
        }
        for entry in entries { values[entry.key] = try String(option: entry.value) }
    }

    package var optionText: String {
        "{ " + values.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", ") + " }"
    }

    package var optionNode: OptionNode {
        let entries = values.sorted { $0.key < $1.key }
        return OptionNode(.mapping(entries.map { .init(key: $0.key, value: $0.value.optionNode) }))
    }
}
