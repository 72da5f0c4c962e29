package import ContentProtection
package import StageKit

extension ProtectionSystem: OptionValue {}

/// A system that delivers keys to players, with the templates of its URIs.
package struct KeySystemOption: OptionMapping, Hashable {
    package var system = ProtectionSystem.identity
    package var uri = ""
    package var licenceURL = ""

    package init() {}
    package static var fields: [OptionField<KeySystemOption>] {
        [
            .required("system", \.system, "Key system."),
            .option(
                "uri", \.uri,
                "URI in EXT-X-KEY, in which {kid}, {uuid} and {period} are replaced by the key identifier and the key "
                    + "period. Required for identity; skd://{kid} for fairplay; data of the system for the others."),
            .option("licence-url", \.licenceURL, "URL of the licence server in DASH manifests."),
        ]
    }

    /// The system with its templates.
    var declared: DeclaredSystem {
        DeclaredSystem(
            system, uri: uri.isEmpty ? nil : uri, licenceURL: licenceURL.isEmpty ? nil : licenceURL)
    }
}

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
