/// Validates that values can be compared, before any variant is evaluated.
struct ComparisonChecker {
    let format: String
    /// The position of the operator or of the first argument.
    let column: Int

    private func problem(_ message: String, at column: Int) -> VariantPredicateError {
        VariantPredicateError(message, in: format, at: column)
    }

    /// Throws if the types are not comparable; compiles the pattern of MATCHES.
    func validate(_ comparison: inout Comparison) throws(VariantPredicateError) {
        let (left, right) = (comparison.left, comparison.right)
        var type = left.type
        if let quantity = comparison.quantity {
            guard type.isList else {
                throw problem("\(quantity.rawValue) requires a list, but this is \(type.name)", at: left.column)
            }
            guard let element = type.element else { return try compile(&comparison) }
            type = element
        }
        switch comparison.comparator {
        case .equal, .notEqual: try checkEqual(type, left, right)
        case .less, .lessOrEqual, .greater, .greaterOrEqual: try checkOrder(type, left, right, comparison.comparator)
        case .between: try checkBetween(type, left, right)
        case .isIn: try checkElement(type, of: right, at: left.column)
        case .contains: try checkElement(right.type, of: left, type, at: right.column)
        case .beginsWith, .endsWith, .like, .matches:
            try checkText(type, at: left.column, comparison.comparator)
            try checkText(right.type, at: right.column, comparison.comparator)
        }
        try compile(&comparison)
    }

    private func checkEqual(_ type: ValueType, _ left: Expression, _ right: Expression) throws(VariantPredicateError) {
        if type.isList != right.type.isList, type != .null, right.type != .null {
            let list = type.isList ? left : right
            throw problem(
                "this is a list; use ANY, ALL or NONE before the comparison, or IN or CONTAINS",
                at: list.column)
        }
        guard type.isComparable(with: right.type) || type.isList else {
            throw problem("\(name(left, type)), but this is \(right.type.name)", at: right.column)
        }
    }

    /// Describes the left side, such as "'peakBitRate' is a number".
    private func name(_ expression: Expression, _ type: ValueType) -> String {
        guard case .property(let property) = expression.form else { return "the left side is \(type.name)" }
        return "'\(property.path)' \(property.type.isList ? "has" : "is") \(type.name)"
    }

    private func checkOrder(
        _ type: ValueType, _ left: Expression, _ right: Expression, _ comparator: Comparison.Operator
    ) throws(VariantPredicateError) {
        for (type, expression) in [(type, left), (right.type, right)] {
            if type.isList {
                throw problem(
                    "lists have no order; use ANY, ALL or NONE to compare elements", at: expression.column)
            }
            guard [.number, .text, .null].contains(type) else {
                throw problem("\(type.name) has no order; use == or !=", at: expression.column)
            }
        }
        guard type.isComparable(with: right.type) else {
            throw problem("\(name(left, type)), but this is \(right.type.name)", at: right.column)
        }
    }

    private func checkBetween(
        _ type: ValueType, _ left: Expression, _ right: Expression
    ) throws(VariantPredicateError) {
        guard type == .number || type == .null else {
            throw problem("BETWEEN requires a number, but this is \(type.name)", at: left.column)
        }
        let count: Int? =
            switch right.form {
            case .list(let elements): elements.count
            case .constant(.list(let values)): values.count
            default: nil
            }
        guard count == 2, right.type == .list(.number) else {
            throw problem("BETWEEN requires two numbers in braces, such as {1000000, 5000000}", at: right.column)
        }
    }

    /// Validates `element IN container`.
    private func checkElement(
        _ element: ValueType, of container: Expression, _ type: ValueType? = nil, at column: Int
    ) throws(VariantPredicateError) {
        let type = type ?? container.type
        if type.isText || type == .code {
            guard element.isText || element == .null else {
                throw problem("only text can be contained in text, but this is \(element.name)", at: column)
            }
            return
        }
        guard type.isList || type == .null else {
            throw problem("expected a list or text, but this is \(type.name)", at: container.column)
        }
        guard let inner = type.element, !inner.isComparable(with: element) else { return }
        throw problem("the list contains \(inner.plural), but this is \(element.name)", at: column)
    }

    private func checkText(_ type: ValueType, at column: Int, _ comparator: Comparison.Operator)
        throws(VariantPredicateError)
    {
        guard type.isText || type == .code || type == .null else {
            let hint = type.isList ? "; use ANY, ALL or NONE to compare elements" : ""
            throw problem("\(comparator.rawValue) compares text, but this is \(type.name)\(hint)", at: column)
        }
    }

    private func compile(_ comparison: inout Comparison) throws(VariantPredicateError) {
        guard comparison.comparator == .matches else { return }
        guard case .constant(.text(let pattern)) = comparison.right.form else {
            throw problem("MATCHES requires a pattern as text", at: comparison.right.column)
        }
        let folded = TextFolding(ignoresDiacritics: comparison.folding.ignoresDiacritics).fold(pattern)
        do throws(RegularPattern.Problem) {
            comparison.pattern = try RegularPattern(folded, ignoresCase: comparison.folding.ignoresCase)
        } catch {
            throw problem(
                "at character \(error.offset + 1) of the pattern: \(error.message)", at: comparison.right.column)
        }
    }
}

extension ComparisonChecker {
    /// Throws if a function does not accept its arguments.
    func validate(_ function: PredicateFunction, _ arguments: [Expression]) throws(VariantPredicateError) {
        guard function.takesList || arguments.count == 1 else {
            throw problem("\(function.rawValue) requires one argument", at: column)
        }
        if function == .count { return }
        for argument in arguments {
            let type = function.takesList ? argument.type.element ?? argument.type : argument.type
            let fits =
                function.isText ? type.isText || type == .code || type == .null : type == .number || type == .null
            guard fits else {
                throw problem(
                    "\(function.rawValue) requires \(function.isText ? "text" : "numbers"), but this is \(type.name)",
                    at: argument.column)
            }
        }
    }
}

extension ValueType {
    /// The plural for messages about lists.
    fileprivate var plural: String {
        switch self {
        case .null: "NULLs"
        case .number: "numbers"
        case .text: "text"
        case .range: "video ranges"
        case .truth: "YES or NO"
        case .code: "four-character codes"
        case .list, .mixedList: "lists"
        }
    }
}
