extension JSONValue {
    /// The value as JSON with an indentation of two spaces, without a final line break.
    package var text: String {
        var text = ""
        write(to: &text, indent: "\n")
        return text
    }

    /// The value as JSON on one line.
    package var line: String {
        var text = ""
        write(to: &text, indent: nil)
        return text
    }

    /// Appends the value; `indent` is the line break before a member of the enclosing object, nil for none.
    private func write(to text: inout String, indent: String?) {
        switch self {
        case .null: text += "null"
        case .boolean(let value): text += value ? "true" : "false"
        case .integer(let value): text += String(value)
        case .number(let value): text += value.isFinite ? value.description : "null"
        case .string(let value): text += Self.quoted(value)
        case .array(let items):
            Self.write(items, "[]", to: &text, indent: indent) { item, text, indent in
                item.write(to: &text, indent: indent)
            }
        case .object(let members):
            Self.write(members, "{}", to: &text, indent: indent) { member, text, indent in
                text += Self.quoted(member.key) + (indent == nil ? ":" : ": ")
                member.value.write(to: &text, indent: indent)
            }
        }
    }

    private static func write<Element>(
        _ elements: [Element], _ brackets: String, to text: inout String, indent: String?,
        _ element: (Element, inout String, String?) -> Void
    ) {
        guard !elements.isEmpty else {
            text += brackets
            return
        }
        let inner = indent.map { $0 + "  " }
        text += brackets.prefix(1)
        for (index, item) in elements.enumerated() {
            text += (index == 0 ? "" : ",") + (inner ?? "")
            element(item, &text, inner)
        }
        text += (indent ?? "") + brackets.suffix(1)
    }

    /// Returns a JSON string (RFC 8259, 7).
    private static func quoted(_ value: String) -> String {
        var result = "\""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            case _ where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
