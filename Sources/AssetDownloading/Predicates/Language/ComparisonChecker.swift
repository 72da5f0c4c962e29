/// Checks that values can be compared, before any variant is there.
struct ComparisonChecker {
    let format: String
    /// Where the operator stands, or the first argument.
    let column: Int

    private func problem(_ message: String, at column: Int) -> VariantPredicateError {
        VariantPredicateError(message, in: format, at: column)
    }

    /// Throws where the types do not fit; compiles the pattern of MATCHES.
    func validate(_ comparison: inout Comparison) throws(VariantPredicateError) {
        let (left, right) = (comparison.left, comparison.right)
        var type = left.type
        if let quantity = comparison.quantity {
            guard type.isList else {
                throw problem("\(quantity.rawValue) asks a list, and this is \(type.name)", at: left.column)
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
                "this is a list: put ANY, ALL or NONE before the comparison, or ask with IN or CONTAINS",
                at: list.column)
        }
        guard type.isComparable(with: right.type) || type.isList else {
            throw problem("\(name(left, type)) and this is \(right.type.name)", at: right.column)
        }
    }

    /// The left side in words: 'peakBitRate' is a number.
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
                    "a list is neither more nor less; ANY, ALL or NONE asks its elements", at: expression.column)
            }
            guard [.number, .text, .null].contains(type) else {
                throw problem("\(type.name) has no order; == or != is wanted", at: expression.column)
            }
        }
        guard type.isComparable(with: right.type) else {
            throw problem("\(name(left, type)) and this is \(right.type.name)", at: right.column)
        }
    }

    private func checkBetween(
        _ type: ValueType, _ left: Expression, _ right: Expression
    ) throws(VariantPredicateError) {
        guard type == .number || type == .null else {
            throw problem("BETWEEN asks a number, and this is \(type.name)", at: left.column)
        }
        let count: Int? =
            switch right.form {
            case .list(let elements): elements.count
            case .constant(.list(let values)): values.count
            default: nil
            }
        guard count == 2, right.type == .list(.number) else {
            throw problem("BETWEEN wants two numbers in braces, such as {1000000, 5000000}", at: right.column)
        }
    }

    /// Checks `element IN whole`.
    private func checkElement(
        _ element: ValueType, of container: Expression, _ type: ValueType? = nil, at column: Int
    ) throws(VariantPredicateError) {
        let type = type ?? container.type
        if type.isText || type == .code {
            guard element.isText || element == .null else {
                throw problem("only text is in text, and this is \(element.name)", at: column)
            }
            return
        }
        guard type.isList || type == .null else {
            throw problem("a list or text is wanted, and this is \(type.name)", at: container.column)
        }
        guard let inner = type.element, !inner.isComparable(with: element) else { return }
        throw problem("the list has \(inner.plural), and this is \(element.name)", at: column)
    }

    private func checkText(_ type: ValueType, at column: Int, _ comparator: Comparison.Operator)
        throws(VariantPredicateError)
    {
        guard type.isText || type == .code || type == .null else {
            let hint = type.isList ? "; ANY, ALL or NONE asks its elements" : ""
            throw problem("\(comparator.rawValue) compares text, and this is \(type.name)\(hint)", at: column)
        }
    }

    private func compile(_ comparison: inout Comparison) throws(VariantPredicateError) {
        guard comparison.comparator == .matches else { return }
        guard case .constant(.text(let pattern)) = comparison.right.form else {
            throw problem("MATCHES wants a pattern as text", at: comparison.right.column)
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
    /// Throws where a function cannot take its arguments.
    func validate(_ function: PredicateFunction, _ arguments: [Expression]) throws(VariantPredicateError) {
        guard function.takesList || arguments.count == 1 else {
            throw problem("\(function.rawValue) takes one value", at: column)
        }
        if function == .count { return }
        for argument in arguments {
            let type = function.takesList ? argument.type.element ?? argument.type : argument.type
            let fits =
                function.isText ? type.isText || type == .code || type == .null : type == .number || type == .null
            guard fits else {
                throw problem(
                    "\(function.rawValue) takes \(function.isText ? "text" : "numbers"), and this is \(type.name)",
                    at: argument.column)
            }
        }
    }
}

extension ValueType {
    /// For messages about lists.
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
