package import ContentProtection
package import StageKit

/// A key system, as its name alone or with templates.
package struct KeySystemChoice: OptionValue, Hashable {
    package var option: KeySystemOption

    package init(_ system: ProtectionSystem) {
        option = KeySystemOption()
        option.system = system
    }

    package static var valueForm: String { "key system, or \(KeySystemOption.valueForm)" }
    package static var choices: String? { ProtectionSystem.choices }
    package static var members: [OptionDescription] { KeySystemOption.members }
    package static var shape: OptionShape { .either(ProtectionSystem.shape, KeySystemOption.shape) }

    package init(option node: OptionNode) throws(OptionProblem) {
        if case .mapping = node.content {
            option = try KeySystemOption(option: node)
        } else {
            option = KeySystemOption()
            option.system = try ProtectionSystem(option: node)
        }
    }

    private var isName: Bool { option.uri.isEmpty && option.licenceURL.isEmpty }
    package var optionText: String { isName ? option.system.optionText : option.optionText }
    package var optionNode: OptionNode { isName ? option.system.optionNode : option.optionNode }
}
