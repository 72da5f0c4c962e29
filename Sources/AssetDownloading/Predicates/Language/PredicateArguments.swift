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

/// Finds the property with a key path.
struct PropertyPath {
    let format: String
    let column: Int

    func expression(_ path: String) throws(VariantPredicateError) -> Expression {
        if let property = VariantProperty.named(path) {
            return Expression(form: .property(property), column: column)
        }
        guard let at = path.lastIndex(of: "@"), at > path.startIndex, path[path.index(before: at)] == "." else {
            throw unknown(path)
        }
        guard let property = VariantProperty.named(String(path[..<path.index(before: at)])) else { throw unknown(path) }
        let name = String(path[path.index(after: at)...])
        guard let function = Self.operators[name], property.type.isList else {
            let names = Self.operators.keys.sorted().map { "@\($0)" }.joined(separator: ", ")
            throw VariantPredicateError(
                property.type.isList
                    ? "unknown operator '@\(name)'; available: \(names)" : "'\(property.path)' is not a list",
                in: format, at: column)
        }
        let list = Expression(form: .property(property), column: column)
        try ComparisonChecker(format: format, column: column).validate(function, [list])
        return Expression(form: .function(function, [list]), column: column)
    }

    private static let operators: [String: PredicateFunction] = [
        "count": .count, "min": .min, "max": .max, "sum": .sum, "avg": .average,
    ]

    private func unknown(_ path: String) -> VariantPredicateError {
        let names = VariantProperty.all.map(\.path)
        let last = path.split(separator: ".").last.map(String.init) ?? path
        // Users often remember only the last component.
        let near =
            names.first { $0.split(separator: ".").last.map { $0.lowercased() } == last.lowercased() }
            ?? names.map { ($0, EditDistance.between(path.lowercased(), $0.lowercased())) }
            .filter { $0.1 <= max(3, path.count / 4) }.min { $0.1 < $1.1 }?.0
        let hint =
            near.map { "did you mean '\($0)'" }
            ?? "available: peakBitRate, averageBitRate, badges, videoAttributes.videoRange and others"
        return VariantPredicateError(
            "'\(path.prefix(60))' is not a property of a variant; \(hint)", in: format, at: column)
    }
}

/// The edit distance of two words.
enum EditDistance {
    /// Returns the minimum number of characters to insert, remove or replace; words are limited to 80 characters.
    static func between(_ left: String, _ right: String) -> Int {
        let (left, right) = (Array(left.prefix(80)), Array(right.prefix(80)))
        var row = Array(0...right.count)
        for (index, character) in left.enumerated() {
            var previous = row[0]
            row[0] = index + 1
            for (column, other) in right.enumerated() {
                let replaced = previous + (character == other ? 0 : 1)
                previous = row[column + 1]
                row[column + 1] = min(replaced, previous + 1, row[column] + 1)
            }
        }
        return row[right.count]
    }
}
