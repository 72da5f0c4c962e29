/// The arguments of a predicate, consumed in order.
struct ArgumentList {
    private let values: [PredicateValue]
    private(set) var used = 0

    init(_ values: [PredicateValue]) { self.values = values }

    var count: Int { values.count }
    var isExhausted: Bool { used == values.count }

    mutating func next() -> PredicateValue? {
        guard used < values.count else { return nil }
        defer { used += 1 }
        return values[used]
    }
}

extension PredicateParser {
    /// Returns the value for a placeholder.
    mutating func argument(_ name: String, _ column: Int) throws(VariantPredicateError) -> Expression {
        guard let value = arguments.next() else {
            throw problem("missing argument; \(arguments.count) given", at: column)
        }
        if case .list(let elements) = value, elements.count > PredicateLimits.elements {
            throw problem("the argument has more than \(PredicateLimits.elements) elements", at: column)
        }
        switch name {
        case "@": break
        case "K":
            guard case .text(let path) = value else {
                throw problem("the argument for %K must be a key path, but this is \(value.type.name)", at: column)
            }
            return try PropertyPath(format: format, column: column).expression(path)
        default:
            guard value.number != nil else {
                throw problem("the argument for %\(name) must be a number, but this is \(value.type.name)", at: column)
            }
        }
        return Expression(form: .constant(value), column: column)
    }
}
