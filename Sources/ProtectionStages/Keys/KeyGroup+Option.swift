import ContentKeys
package import StageKit

extension KeyGroup: OptionValue {
    package static var valueForm: String { "track classes (audio, video, all, sd+hd)" }

    package init(option node: OptionNode) throws(OptionProblem) {
        guard case .scalar(let text, _) = node.content, let group = KeyGroup(text) else {
            throw OptionProblem(
                .wrongType, "'\(node.text)' is not a list of track classes",
                expected: "\(Self.words.joined(separator: ", ")), joined by '+'", at: node)
        }
        self = group
    }

    package var optionText: String { description }
}
