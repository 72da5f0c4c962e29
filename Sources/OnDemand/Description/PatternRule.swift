package import StageKit

/// Settings for the presentations of a folder whose names match a pattern.
package struct PatternRule: OptionMapping, Hashable {
    package var pattern = ""
    package var settings = PresentationSettings()

    package init() {}
    package static var fields: [OptionField<PatternRule>] {
        [
            .required(
                "match", \.pattern,
                "Pattern of names below the folder, in which * stands for any text, ? for one character and [a-z] for a "
                    + "range.")
        ] + OptionField.group(\.settings)
    }
}
