import HLS

/// The type of an attribute value (RFC 8216bis 4.2 and the tables of 4.4).
enum AttributeForm: CustomStringConvertible {
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

    var description: String {
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

// The tables of attributes.
extension AttributeForm {
    private static let yes = AttributeForm.word(["YES"])
    private static let yesOrNo = AttributeForm.word(["YES", "NO"])

    /// Returns the type of an attribute; nil if the attribute is unknown in this tag, as players ignore it.
    static func form(of name: String, in tag: PlaylistTag) -> AttributeForm? {
        if tag == .dateRange, name.hasPrefix("X-") { return .any }
        return table[tag]?[name]
    }

    private static let key: [String: AttributeForm] = [
        "METHOD": .word([]), "URI": .quoted, "IV": .hexadecimal, "KEYFORMAT": .quoted, "KEYFORMATVERSIONS": .quoted,
    ]

    private static let stream: [String: AttributeForm] = [
        "BANDWIDTH": .integer, "AVERAGE-BANDWIDTH": .integer, "SCORE": .decimal, "CODECS": .quoted,
        "SUPPLEMENTAL-CODECS": .quoted, "RESOLUTION": .resolution, "FRAME-RATE": .decimal, "HDCP-LEVEL": .word([]),
        "ALLOWED-CPC": .quoted, "VIDEO-RANGE": .word([]), "REQ-VIDEO-LAYOUT": .quoted, "STABLE-VARIANT-ID": .quoted,
        "AUDIO": .quoted, "VIDEO": .quoted, "SUBTITLES": .quoted, "CLOSED-CAPTIONS": .quotedOrWord(["NONE"]),
        "PATHWAY-ID": .quoted, "URI": .quoted,
    ]

    private static let media: [String: AttributeForm] = [
        "TYPE": .word([]), "URI": .quoted, "GROUP-ID": .quoted, "LANGUAGE": .quoted, "ASSOC-LANGUAGE": .quoted,
        "NAME": .quoted, "STABLE-RENDITION-ID": .quoted, "DEFAULT": yesOrNo, "AUTOSELECT": yesOrNo, "FORCED": yesOrNo,
        "INSTREAM-ID": .quoted, "BIT-DEPTH": .integer, "SAMPLE-RATE": .integer, "CHARACTERISTICS": .quoted,
        "CHANNELS": .quoted,
    ]

    private static let dateRange: [String: AttributeForm] = [
        "ID": .quoted, "CLASS": .quoted, "START-DATE": .quoted, "CUE": .quoted, "END-DATE": .quoted,
        "DURATION": .decimal, "PLANNED-DURATION": .decimal, "SCTE35-CMD": .hexadecimal, "SCTE35-OUT": .hexadecimal,
        "SCTE35-IN": .hexadecimal,
    ]

    private static let table: [PlaylistTag: [String: AttributeForm]] = [
        .define: ["NAME": .quoted, "VALUE": .quoted, "IMPORT": .quoted, "QUERYPARAM": .quoted],
        .start: ["TIME-OFFSET": .signedDecimal, "PRECISE": yesOrNo],
        .partInf: ["PART-TARGET": .decimal],
        .serverControl: [
            "CAN-SKIP-UNTIL": .decimal, "CAN-SKIP-DATERANGES": yesOrNo, "HOLD-BACK": .decimal,
            "PART-HOLD-BACK": .decimal, "CAN-BLOCK-RELOAD": yesOrNo,
        ],
        .skip: ["SKIPPED-SEGMENTS": .integer, "RECENTLY-REMOVED-DATERANGES": .quoted],
        .preloadHint: [
            "TYPE": .word([]), "URI": .quoted, "BYTERANGE-START": .integer, "BYTERANGE-LENGTH": .integer,
        ],
        .renditionReport: ["URI": .quoted, "LAST-MSN": .integer, "LAST-PART": .integer],
        .key: key, .sessionKey: key,
        .map: ["URI": .quoted, "BYTERANGE": .quoted],
        .part: [
            "URI": .quoted, "DURATION": .decimal, "INDEPENDENT": yesOrNo, "BYTERANGE": .quoted, "GAP": yesOrNo,
        ],
        .dateRange: dateRange, .media: media, .streamInf: stream, .iFrameStreamInf: stream,
        .sessionData: [
            "DATA-ID": .quoted, "VALUE": .quoted, "URI": .quoted, "FORMAT": .word([]), "LANGUAGE": .quoted,
        ],
        .contentSteering: ["SERVER-URI": .quoted, "PATHWAY-ID": .quoted],
    ]
}
