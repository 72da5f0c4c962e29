/// A JSON value whose objects keep the order of their keys.
package indirect enum OrderedJSON: Sendable, Hashable {
    case null
    case boolean(Bool)
    case integer(Int)
    case number(Double)
    case string(String)
    case array([OrderedJSON])
    case object([Member])

    /// A key of an object with its value.
    package struct Member: Sendable, Hashable {
        package var key: String
        package var value: OrderedJSON
    }

    /// Returns an object with the members of several objects, in order.
    package static func merged(_ objects: OrderedJSON...) -> OrderedJSON { .object(objects.flatMap(\.members)) }

    /// The members of an object; empty for other values.
    package var members: [Member] { if case .object(let members) = self { members } else { [] } }

    /// The value of a key of an object; nil when it has none.
    package subscript(key: String) -> OrderedJSON? { members.first { $0.key == key }?.value }
}

extension OrderedJSON: ExpressibleByStringLiteral, ExpressibleByStringInterpolation, ExpressibleByBooleanLiteral,
    ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    package init(stringLiteral value: String) { self = .string(value) }
    package init(booleanLiteral value: Bool) { self = .boolean(value) }
    package init(integerLiteral value: Int) { self = .integer(value) }
    package init(arrayLiteral items: OrderedJSON...) { self = .array(items) }
    package init(dictionaryLiteral members: (String, OrderedJSON)...) {
        self = .object(members.map { Member(key: $0, value: $1) })
    }
}

extension OrderedJSON {
    /// The value as JSON with an indentation of two spaces, without a final line break.
    package var text: String {
        var text = ""
        write(to: &text, indent: "\n")
        return text
    }

    private func write(to text: inout String, indent: String) {
        switch self {
        case .null: text += "null"
        case .boolean(let value): text += value ? "true" : "false"
        case .integer(let value): text += String(value)
        case .number(let value): text += value.isFinite ? value.description : "null"
        case .string(let value): text += Self.quoted(value)
        case .array(let items) where items.isEmpty: text += "[]"
        case .array(let items):
            text += "["
            for (index, item) in items.enumerated() {
                text += (index == 0 ? "" : ",") + indent + "  "
                item.write(to: &text, indent: indent + "  ")
            }
            text += indent + "]"
        case .object(let members) where members.isEmpty: text += "{}"
        case .object(let members):
            text += "{"
            for (index, member) in members.enumerated() {
                text += (index == 0 ? "" : ",") + indent + "  " + Self.quoted(member.key) + ": "
                member.value.write(to: &text, indent: indent + "  ")
            }
            text += indent + "}"
        }
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
