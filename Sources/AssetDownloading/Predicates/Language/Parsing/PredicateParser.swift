/// Builds a condition from the tokens of a predicate.
///
/// Parentheses may contain a condition or a value, which is known only at their end. Therefore both are parsed alike,
/// and the caller converts the result.
struct PredicateParser {
    /// A parsed condition or value.
    enum Node {
        case condition(Condition)
        case expression(Expression)
    }

    let format: String
    var arguments: ArgumentList
    private let tokens: [PredicateToken]
    private var index = 0
    private var depth = 0
    private var operations = 0

    init(_ format: String, _ arguments: [PredicateValue]) throws(VariantPredicateError) {
        self.format = format
        self.arguments = ArgumentList(arguments)
        var scanner = try PredicateScanner(format)
        tokens = try scanner.tokens()
    }

    mutating func parse() throws(VariantPredicateError) -> Condition {
        let column = token.column
        if token.kind == .end { throw problem("expected a condition, such as peakBitRate < 5000000", at: 1) }
        let condition = try condition(try disjunction(), at: column)
        guard token.kind == .end else {
            throw problem("\(token.description) is not allowed here; AND or OR combines conditions", at: token.column)
        }
        guard arguments.isExhausted else {
            throw problem("\(arguments.count) arguments for \(arguments.used) placeholders", at: 1)
        }
        return condition
    }

    // Tokens.

    var token: PredicateToken { tokens[index] }
    private mutating func advance() { index = min(index + 1, tokens.count - 1) }

    func problem(_ message: String, at column: Int) -> VariantPredicateError {
        VariantPredicateError(message, in: format, at: column)
    }

    /// Consumes the next token if it is one of these signs or, ignoring case, words.
    private mutating func accept(_ words: String...) -> String? {
        let text: String
        switch token.kind {
        case .sign(let sign): text = sign
        case .name(let name): text = name.uppercased()
        default: return nil
        }
        guard words.contains(text) else { return nil }
        advance()
        return text
    }

    private mutating func expect(_ sign: String, _ what: String) throws(VariantPredicateError) {
        guard accept(sign) != nil else { throw problem("expected '\(sign)' \(what)", at: token.column) }
    }

    private mutating func nested<Result>(
        _ read: (inout PredicateParser) throws(VariantPredicateError) -> Result
    ) throws(VariantPredicateError) -> Result {
        depth += 1
        defer { depth -= 1 }
        guard depth <= PredicateLimits.depth else {
            throw problem("nesting exceeds \(PredicateLimits.depth) levels", at: token.column)
        }
        return try read(&self)
    }

    private func condition(_ node: Node, at column: Int) throws(VariantPredicateError) -> Condition {
        switch node {
        case .condition(let condition): return condition
        case .expression(let expression):
            throw problem(
                "\(expression.type.name) is not a condition; add a comparison, such as == or <", at: column)
        }
    }

    private func expression(_ node: Node, at column: Int) throws(VariantPredicateError) -> Expression {
        guard case .expression(let expression) = node else {
            throw problem("expected a value, but this is a condition", at: column)
        }
        return expression
    }

    private func number(_ node: Node, at column: Int) throws(VariantPredicateError) -> Expression {
        let expression = try expression(node, at: column)
        guard [.number, .null].contains(expression.type) else {
            throw problem("arithmetic requires numbers, but this is \(expression.type.name)", at: column)
        }
        return expression
    }
}

// Logic.
extension PredicateParser {
    private mutating func disjunction() throws(VariantPredicateError) -> Node {
        let column = token.column
        let first = try conjunction()
        guard isNext("OR", "||") else { return first }
        var conditions = [try condition(first, at: column)]
        while accept("OR", "||") != nil {
            let column = token.column
            conditions.append(try condition(try conjunction(), at: column))
        }
        return .condition(.any(conditions))
    }

    private mutating func conjunction() throws(VariantPredicateError) -> Node {
        let column = token.column
        let first = try negation()
        guard isNext("AND", "&&") else { return first }
        var conditions = [try condition(first, at: column)]
        while accept("AND", "&&") != nil {
            let column = token.column
            conditions.append(try condition(try negation(), at: column))
        }
        return .condition(.all(conditions))
    }

    private func isNext(_ words: String...) -> Bool {
        switch token.kind {
        case .sign(let sign): words.contains(sign)
        case .name(let name): words.contains(name.uppercased())
        default: false
        }
    }

    private mutating func negation() throws(VariantPredicateError) -> Node {
        guard accept("NOT", "!") != nil else { return try comparison() }
        let column = token.column
        let node = try nested { parser throws(VariantPredicateError) in try parser.negation() }
        return .condition(.not(try condition(node, at: column)))
    }

    private mutating func comparison() throws(VariantPredicateError) -> Node {
        if let word = accept("TRUEPREDICATE", "FALSEPREDICATE") {
            return .condition(.constant(word == "TRUEPREDICATE"))
        }
        let quantity = parseQuantity()
        let column = token.column
        let left = try sum()
        let comparatorColumn = token.column
        guard let comparator = parseComparator() else {
            guard quantity == nil else {
                throw problem("expected a comparison, such as == or <", at: token.column)
            }
            return left
        }
        let folding = try parseFolding(comparator)
        let rightColumn = token.column
        let right = try expression(try sum(), at: rightColumn)
        var comparison = Comparison(
            quantity: quantity, left: try expression(left, at: column), comparator: comparator, folding: folding,
            right: right)
        let checker = ComparisonChecker(format: format, column: comparatorColumn)
        try checker.validate(&comparison)
        return .condition(.comparison(comparison))
    }

    private mutating func parseQuantity() -> Comparison.Quantity? {
        switch accept("ANY", "SOME", "ALL", "NONE") {
        case "ANY", "SOME": .any
        case "ALL": .all
        case "NONE": Comparison.Quantity.none
        default: nil
        }
    }

    private mutating func parseComparator() -> Comparison.Operator? {
        switch accept(
            "==", "=", "!=", "<>", "<", "<=", "=<", ">", ">=", "=>", "BETWEEN", "IN", "CONTAINS", "BEGINSWITH",
            "ENDSWITH", "LIKE", "MATCHES")
        {
        case "=": .equal
        case "<>": .notEqual
        case "=<": .lessOrEqual
        case "=>": .greaterOrEqual
        case let word?: Comparison.Operator(rawValue: word)
        case nil: nil
        }
    }

    /// Parses `[c]`, `[d]` or `[cd]` after an operator.
    private mutating func parseFolding(_ comparator: Comparison.Operator) throws(VariantPredicateError) -> TextFolding {
        let column = token.column
        guard accept("[") != nil else { return TextFolding() }
        guard case .name(let letters) = token.kind, letters.allSatisfy({ "cdCD".contains($0) }) else {
            throw problem("expected 'c' (case), 'd' (accents) or both in brackets", at: token.column)
        }
        advance()
        try expect("]", "after '\(letters)'")
        guard comparator.takesOptions else {
            throw problem("\(comparator.rawValue) compares numbers and has no options in brackets", at: column)
        }
        let lower = letters.lowercased()
        return TextFolding(ignoresCase: lower.contains("c"), ignoresDiacritics: lower.contains("d"))
    }
}

// Values.
extension PredicateParser {
    private mutating func sum() throws(VariantPredicateError) -> Node {
        let column = token.column
        var left = try product()
        while let sign = accept("+", "-") {
            left = try operation(sign == "+" ? .plus : .minus, left, column) { parser throws(VariantPredicateError) in
                try parser.product()
            }
        }
        return left
    }

    private mutating func product() throws(VariantPredicateError) -> Node {
        let column = token.column
        var left = try power()
        while let sign = accept("*", "/") {
            left = try operation(sign == "*" ? .times : .dividedBy, left, column) {
                parser throws(VariantPredicateError) in
                try parser.power()
            }
        }
        return left
    }

    private mutating func power() throws(VariantPredicateError) -> Node {
        let column = token.column
        var left = try unary()
        while accept("**") != nil {
            left = try operation(.power, left, column) { parser throws(VariantPredicateError) in try parser.unary() }
        }
        return left
    }

    private mutating func operation(
        _ operation: Arithmetic, _ left: Node, _ column: Int,
        _ read: (inout PredicateParser) throws(VariantPredicateError) -> Node
    ) throws(VariantPredicateError) -> Node {
        operations += 1
        guard operations <= PredicateLimits.operations else {
            throw problem("the predicate has more than \(PredicateLimits.operations) operations", at: column)
        }
        let left = try number(left, at: column)
        let rightColumn = token.column
        let right = try number(try read(&self), at: rightColumn)
        return .expression(Expression(form: .operation(operation, left, right), column: column))
    }

    private mutating func unary() throws(VariantPredicateError) -> Node {
        let column = token.column
        guard accept("-") != nil else { return try primary() }
        let valueColumn = token.column
        let node = try nested { parser throws(VariantPredicateError) in try parser.unary() }
        let value = try number(node, at: valueColumn)
        if case .constant(.number(let number)) = value.form {
            return .expression(Expression(form: .constant(.number(-number)), column: column))
        }
        return .expression(Expression(form: .negative(value), column: column))
    }

    private mutating func primary() throws(VariantPredicateError) -> Node {
        let start = token
        switch start.kind {
        case .number(let number):
            advance()
            return constant(.number(number), start)
        case .text(let text):
            advance()
            return constant(.text(text), start)
        case .placeholder(let name):
            advance()
            return .expression(try argument(name, start.column))
        case .name(let name):
            advance()
            return .expression(try named(name, start.column))
        case .sign("("):
            advance()
            let node = try nested { parser throws(VariantPredicateError) in try parser.disjunction() }
            try expect(")", "to close '('")
            return node
        case .sign("{"):
            advance()
            return .expression(try list(start.column))
        default: throw problem("expected a value, found \(start.description)", at: start.column)
        }
    }

    private func constant(_ value: PredicateValue, _ token: PredicateToken) -> Node {
        .expression(Expression(form: .constant(value), column: token.column))
    }

    private mutating func list(_ column: Int) throws(VariantPredicateError) -> Expression {
        var elements: [Expression] = []
        if accept("}") == nil {
            elements = try values()
            try expect("}", "to close the list")
        }
        return Expression(form: .list(elements), column: column)
    }

    /// Parses comma-separated values.
    private mutating func values() throws(VariantPredicateError) -> [Expression] {
        var values: [Expression] = []
        repeat {
            guard values.count < PredicateLimits.elements else {
                throw problem("a list has more than \(PredicateLimits.elements) elements", at: token.column)
            }
            let column = token.column
            let node = try nested { parser throws(VariantPredicateError) in try parser.sum() }
            values.append(try expression(node, at: column))
        } while accept(",") != nil
        return values
    }

    /// Parses a literal, a property or a function.
    private mutating func named(_ name: String, _ column: Int) throws(VariantPredicateError) -> Expression {
        switch name.uppercased() {
        case "TRUE", "YES": return Expression(form: .constant(.truth(true)), column: column)
        case "FALSE", "NO": return Expression(form: .constant(.truth(false)), column: column)
        case "NULL", "NIL": return Expression(form: .constant(.null), column: column)
        case "SDR", "HLG", "PQ": return Expression(form: .constant(.text(name.uppercased())), column: column)
        default: break
        }
        if isNext(":", "("), let function = PredicateFunction(rawValue: name.lowercased()) {
            return try call(function, column)
        }
        return try PropertyPath(format: format, column: column).expression(name)
    }

    private mutating func call(_ function: PredicateFunction, _ column: Int) throws(VariantPredicateError) -> Expression
    {
        _ = accept(":")
        try expect("(", "after \(function.rawValue)")
        let argumentColumn = token.column
        let arguments = try values()
        try expect(")", "to close '('")
        try ComparisonChecker(format: format, column: argumentColumn).validate(function, arguments)
        return Expression(form: .function(function, arguments), column: column)
    }
}
