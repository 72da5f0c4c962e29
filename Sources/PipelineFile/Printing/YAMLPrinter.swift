package import StageKit

/// Prints a pipeline file from its tree, so that reading the text returns an equal tree.
package enum YAMLPrinter {
    /// The depth of mappings in block style: the file, its stages, a stage, and its options.
    private static let blockDepth = 4

    /// Returns the tree as YAML. Values of options are in flow style.
    package static func text(_ root: OptionNode) -> String { block(root, indent: "", depth: 0) }

    private static func block(_ node: OptionNode, indent: String, depth: Int) -> String {
        guard case .mapping(let entries) = node.content else { return "\(indent)\(flow(node))\n" }
        return entries.map { entry in
            let key = "\(indent)\(scalar(entry.key, isQuoted: true)):"
            if case .mapping(let inner) = entry.value.content, !inner.isEmpty, depth + 1 < blockDepth {
                return "\(key)\n" + block(entry.value, indent: indent + "  ", depth: depth + 1)
            }
            return "\(key) \(flow(entry.value))\n"
        }.joined()
    }

    private static func flow(_ node: OptionNode) -> String {
        switch node.content {
        case .scalar(let text, let isQuoted): scalar(text, isQuoted: isQuoted)
        case .list(let items): "[" + items.map(flow).joined(separator: ", ") + "]"
        case .mapping(let entries) where entries.isEmpty: "{}"
        case .mapping(let entries):
            "{ " + entries.map { "\(scalar($0.key, isQuoted: true)): \(flow($0.value))" }.joined(separator: ", ") + " }"
        }
    }

    private static func scalar(_ text: String, isQuoted: Bool) -> String {
        // A plain null means that there is no value.
        let isNull = OptionNode(text).isNull
        if isNull, !isQuoted { return "~" }
        return isNull || !isPlain(text) ? quoted(text) : text
    }

    /// Whether the text means itself without quotes, in block and in flow style.
    private static func isPlain(_ text: String) -> Bool {
        guard let first = text.utf8.first, let last = text.utf8.last, isWord(first), last != UInt8(ascii: " ") else {
            return false
        }
        return text.utf8.allSatisfy { isWord($0) || " -+%".utf8.contains($0) }
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "/"):
            true
        default: false
        }
    }

    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\\(scalar)"
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            default:
                result += isPrintable(scalar.value) ? String(scalar) : escaped(scalar)
            }
        }
        return result + "\""
    }

    /// Whether YAML permits the character in a line: not a control character, a line break or a byte order mark.
    private static func isPrintable(_ value: UInt32) -> Bool {
        switch value {
        case 0x2028, 0x2029, 0xfeff: false
        case 0x20...0x7e, 0xa0...0xfffd, 0x1_0000...: true
        default: false
        }
    }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16)
        let (mark, width) = digits.count > 2 ? ("\\u", 4) : ("\\x", 2)
        return mark + String(repeating: "0", count: width - digits.count) + digits
    }
}
