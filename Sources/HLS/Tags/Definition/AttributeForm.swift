/// The type of an attribute value (RFC 8216bis 4.2 and the tables of 4.4).
package enum AttributeForm: Sendable, CustomStringConvertible {
    case quoted
    case integer
    case decimal
    case signedDecimal
    case hexadecimal
    case resolution
    /// One of these enumerated strings, or any if the list is empty.
    case word([String])
    /// A quoted string or one of these enumerated strings.
    case quotedOrWord([String])
    /// Any type that client-defined attributes may have.
    case any

    package var description: String {
        switch self {
        case .quoted: "a quoted string"
        case .integer: "an integer"
        case .decimal: "a non-negative decimal number"
        case .signedDecimal: "a decimal number"
        case .hexadecimal: "a hexadecimal sequence such as 0x1F"
        case .resolution: "a resolution such as 1280x720"
        case .word(let words): words.isEmpty ? "an enumerated string without quotes" : words.joined(separator: " or ")
        case .quotedOrWord(let words): "a quoted string or " + words.joined(separator: " or ")
        case .any: "a quoted string, a hexadecimal sequence or a decimal number"
        }
    }

    static let yesOrNo = AttributeForm.word(["YES", "NO"])
}
