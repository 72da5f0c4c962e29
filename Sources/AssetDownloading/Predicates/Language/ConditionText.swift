// The canonical text of conditions.
extension Condition: CustomStringConvertible {
    var description: String {
        switch self {
        case .constant(let value): value ? "TRUEPREDICATE" : "FALSEPREDICATE"
        case .comparison(let comparison): comparison.description
        case .all(let conditions): Self.join(conditions, " AND ", empty: true)
        case .any(let conditions): Self.join(conditions, " OR ", empty: false)
        case .not(let condition): "NOT \(condition.enclosed)"
        case .block(let name, _): name
        }
    }

    private static func join(_ conditions: [Condition], _ word: String, empty: Bool) -> String {
        if conditions.isEmpty { return Condition.constant(empty).description }
        return conditions.map(\.enclosed).joined(separator: word)
    }

    private var enclosed: String {
        switch self {
        case .all(let conditions) where conditions.count > 1: "(\(description))"
        case .any(let conditions) where conditions.count > 1: "(\(description))"
        default: description
        }
    }
}

extension Comparison: CustomStringConvertible {
    var description: String {
        let begin = quantity.map { $0.rawValue + " " } ?? ""
        return "\(begin)\(left) \(comparator.rawValue)\(folding) \(right)"
    }
}

extension Expression: CustomStringConvertible {
    var description: String {
        switch form {
        case .constant(let value): value.text
        case .property(let property): property.path
        case .list(let elements): "{" + elements.map(\.description).joined(separator: ", ") + "}"
        case .operation(let operation, let left, let right): "(\(left) \(operation.rawValue) \(right))"
        case .negative(let expression): "-\(expression)"
        case .function(let function, let arguments):
            "\(function.rawValue):(" + arguments.map(\.description).joined(separator: ", ") + ")"
        }
    }
}

extension PredicateValue {
    /// The value as a literal of the language.
    var text: String {
        switch self {
        case .null: "NULL"
        case .number(let number): number == number.rounded() && abs(number) < 1e15 ? "\(Int(number))" : "\(number)"
        case .text(let text):
            "\"" + String(text.flatMap { $0 == "\"" || $0 == "\\" ? ["\\", $0] : [$0] }) + "\""
        case .truth(let value): value ? "YES" : "NO"
        case .code(let code): "'\(code)'"
        case .list(let values): "{" + values.map(\.text).joined(separator: ", ") + "}"
        }
    }
}
