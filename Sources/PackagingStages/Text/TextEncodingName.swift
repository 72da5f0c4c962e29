package import StageKit
import SystemFiles

/// The name of a text encoding that the system converts.
package struct TextEncodingName: OptionValue, Hashable {
    package let name: String
    package static var valueForm: String { "encoding (windows-1252)" }

    package static let help =
        "Encoding of the file, such as windows-1252, shift_jis or gb18030; by default UTF-8, or one that its bytes and its "
        + "language suggest, with a warning."

    package init(option node: OptionNode) throws(OptionProblem) {
        name = try String(option: node)
        guard TextEncoding.isKnown(name) else {
            throw OptionProblem(
                .outOfRange, "'\(name)' is not a text encoding that this system knows",
                expected: "a name that 'iconv -l' lists, such as windows-1252", at: node)
        }
    }

    package var optionText: String { name }
}
