package import ProtectionStages
package import StageKit

/// The encryption of presentations, with the options of `fmp4.encrypt`.
package struct EncryptionOption: OptionMapping, Hashable {
    package var options = EncryptSegments.Options()

    package init() {}
    package static var fields: [OptionField<EncryptionOption>] { OptionField.group(\.options) }

    package var contradiction: (message: String, expected: String)? {
        if let contradiction = RequestedEncryption.contradiction(options) { return contradiction }
        return options.keys.contradiction.map { ("keys: \($0.message)", $0.expected) }
    }
}
