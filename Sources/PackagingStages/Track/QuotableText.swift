import Media
package import StageKit

/// Text that is valid in a quoted string of a playlist (RFC 8216bis 4.2).
package struct QuotableText: OptionValue, Hashable {
    package var text: String
    package static var valueForm: String { "text" }

    package init(option node: OptionNode) throws(OptionProblem) {
        text = try String(option: node)
        guard !text.isEmpty, !text.unicodeScalars.contains(where: { $0 == "\"" || $0.value < 0x20 || $0.value == 0x7f })
        else {
            throw OptionProblem(
                .outOfRange, "'\(text)' is not allowed in a playlist",
                expected: "text without quotation marks and control characters", at: node)
        }
    }
    package var optionText: String { text }

    /// Text that contains no quotation marks and control characters.
    package init(plain text: String) { self.text = text }
}
