import Foundation
import Media

extension Expression {
    /// Returns the value for a variant.
    func value(for variant: AssetVariant) -> PredicateValue {
        switch form {
        case .constant(let value): return value
        case .property(let property): return property.value(variant)
        case .list(let elements): return .list(elements.map { $0.value(for: variant) })
        case .negative(let expression):
            return expression.value(for: variant).number.map { .number(-$0) } ?? .null
        case .operation(let operation, let left, let right):
            guard let left = left.value(for: variant).number, let right = right.value(for: variant).number else {
                return .null
            }
            return operation.value(left, right)
        case .function(let function, let arguments):
            return function.value(arguments.map { $0.value(for: variant) })
        }
    }
}

extension Arithmetic {
    /// Returns NULL if the result is not a number, for example after division by zero.
    fileprivate func value(_ left: Double, _ right: Double) -> PredicateValue {
        let result =
            switch self {
            case .plus: left + right
            case .minus: left - right
            case .times: left * right
            case .dividedBy: left / right
            case .power: pow(left, right)
            }
        return result.isFinite ? .number(result) : .null
    }
}

extension PredicateFunction {
    fileprivate func value(_ arguments: [PredicateValue]) -> PredicateValue {
        if isText {
            guard let text = arguments.first?.characters else { return .null }
            return .text(self == .lowercase ? text.lowercased() : text.uppercased())
        }
        let values =
            takesList ? arguments.flatMap { if case .list(let list) = $0 { list } else { [$0] } } : arguments
        if self == .count { return .number(Double(values.count)) }
        let numbers = values.compactMap(\.number)
        guard numbers.count == values.count, let first = numbers.first else {
            return self == .sum && values.isEmpty ? .number(0) : .null
        }
        let result =
            switch self {
            case .abs: Swift.abs(first)
            case .ceiling: first.rounded(.up)
            case .floor: first.rounded(.down)
            case .trunc: first.rounded(.towardZero)
            case .sqrt: first.squareRoot()
            case .min: numbers.min() ?? first
            case .max: numbers.max() ?? first
            case .average: numbers.reduce(0, +) / Double(numbers.count)
            default: numbers.reduce(0, +)
            }
        return result.isFinite ? .number(result) : .null
    }
}

extension PredicateValue {
    /// The numeric value; nil if it has none.
    var number: Double? {
        switch self {
        case .number(let number): number
        case .code(let code): Double(code.rawValue)
        default: nil
        }
    }

    /// The text; nil if it has none. Padding spaces of a code are removed.
    var characters: String? {
        switch self {
        case .text(let text): text
        case .code(let code): String(code.description.reversed().drop { $0 == " " }.reversed())
        default: nil
        }
    }

    /// Returns a negative number, zero or a positive number for less, equal or greater; nil without an order.
    func order(to other: PredicateValue) -> Int? {
        if let left = number, let right = other.number { return left < right ? -1 : left > right ? 1 : 0 }
        if let left = characters, let right = other.characters { return left < right ? -1 : left > right ? 1 : 0 }
        return nil
    }
}

/// The differences that text comparisons ignore.
struct TextFolding: Sendable, Hashable, CustomStringConvertible {
    var ignoresCase = false
    var ignoresDiacritics = false

    var description: String {
        guard ignoresCase || ignoresDiacritics else { return "" }
        return "[\(ignoresCase ? "c" : "")\(ignoresDiacritics ? "d" : "")]"
    }

    /// Returns the text without ignored differences.
    func fold(_ text: String) -> String {
        var text = text
        if ignoresDiacritics {
            let scalars = text.decomposedStringWithCanonicalMapping.unicodeScalars.filter {
                $0.properties.generalCategory != .nonspacingMark
            }
            text = String(String.UnicodeScalarView(scalars))
        }
        return ignoresCase ? text.lowercased() : text
    }

    func areEqual(_ left: PredicateValue, _ right: PredicateValue) -> Bool {
        switch (left, right) {
        case (.list(let left), .list(let right)):
            return left.count == right.count && zip(left, right).allSatisfy { areEqual($0, $1) }
        case (.truth(let left), .truth(let right)): return left == right
        case (.null, .null): return true
        default: break
        }
        if let left = left.number, let right = right.number { return left == right }
        if let left = left.characters, let right = right.characters { return fold(left) == fold(right) }
        return false
    }

    /// Whether a list contains an element, or a text contains another one.
    func isContained(_ value: PredicateValue, in container: PredicateValue) -> Bool {
        if case .list(let elements) = container { return elements.contains { areEqual(value, $0) } }
        guard let part = value.characters, let text = container.characters else { return false }
        return part.isEmpty || fold(text).contains(fold(part))
    }
}
