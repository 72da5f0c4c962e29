import HLS

extension AttributeForm {
    /// Whether a value has this type.
    func fits(_ attribute: ScannedAttributes.Attribute) -> Bool {
        let value = attribute.value
        // Undefined variables in quoted strings are permitted, as their values are unknown.
        if attribute.isQuoted, case .quoted = self { return true }
        if attribute.isQuoted {
            switch self {
            case .quotedOrWord, .any: return true
            default: return false
            }
        }
        switch self {
        case .quoted: return false
        case .integer: return Self.isNumber(value)
        case .decimal: return PlaylistValue.seconds(value) != nil
        case .signedDecimal: return PlaylistValue.signedSeconds(value) != nil
        case .hexadecimal: return Self.isHexadecimal(value)
        case .resolution: return Self.isResolution(value)
        case .word(let words): return words.isEmpty || words.contains(value)
        case .quotedOrWord(let words): return words.contains(value)
        case .any: return Self.isHexadecimal(value) || PlaylistValue.signedSeconds(value) != nil
        }
    }

    private static func isNumber(_ value: String) -> Bool {
        !value.isEmpty && value.utf8.count <= 20 && value.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }

    private static func isHexadecimal(_ value: String) -> Bool {
        (value.hasPrefix("0x") || value.hasPrefix("0X")) && value.utf8.count > 2
            && value.dropFirst(2).allSatisfy(\.isHexDigit)
    }

    private static func isResolution(_ value: String) -> Bool {
        let sides = value.split(separator: "x", omittingEmptySubsequences: false)
        return sides.count == 2 && sides.allSatisfy { isNumber(String($0)) }
    }
}
