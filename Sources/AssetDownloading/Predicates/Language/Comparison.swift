/// A comparison of two values.
struct Comparison: Sendable {
    /// The number of elements of the left list that must satisfy the comparison.
    enum Quantity: String, Sendable {
        case any = "ANY"
        case all = "ALL"
        case none = "NONE"
    }

    enum Operator: String, Sendable {
        case equal = "=="
        case notEqual = "!="
        case less = "<"
        case lessOrEqual = "<="
        case greater = ">"
        case greaterOrEqual = ">="
        case between = "BETWEEN"
        case isIn = "IN"
        case contains = "CONTAINS"
        case beginsWith = "BEGINSWITH"
        case endsWith = "ENDSWITH"
        case like = "LIKE"
        case matches = "MATCHES"

        /// Whether it accepts options for text comparison.
        var takesOptions: Bool {
            switch self {
            case .less, .lessOrEqual, .greater, .greaterOrEqual, .between: false
            default: true
            }
        }
    }

    var quantity: Quantity?
    var left: Expression
    var comparator: Operator
    var folding: TextFolding
    var right: Expression
    /// The compiled pattern of MATCHES.
    var pattern: RegularPattern?
}

extension Comparison {
    func isMet(by variant: AssetVariant) -> Bool {
        let leftValue = left.value(for: variant)
        let rightValue = right.value(for: variant)
        guard let quantity else { return isSatisfied(leftValue, rightValue) }
        guard case .list(let elements) = leftValue else { return quantity != .any && leftValue == .null }
        switch quantity {
        case .any: return elements.contains { isSatisfied($0, rightValue) }
        case .all: return elements.allSatisfy { isSatisfied($0, rightValue) }
        case .none: return !elements.contains { isSatisfied($0, rightValue) }
        }
    }

    private func isSatisfied(_ left: PredicateValue, _ right: PredicateValue) -> Bool {
        switch comparator {
        case .equal: folding.areEqual(left, right)
        case .notEqual: !folding.areEqual(left, right)
        case .less, .lessOrEqual, .greater, .greaterOrEqual: isOrdered(left, right)
        case .between: isBetween(left, right)
        case .isIn: folding.isContained(left, in: right)
        case .contains: folding.isContained(right, in: left)
        case .beginsWith, .endsWith, .like, .matches: isText(left, right)
        }
    }

    private func isOrdered(_ left: PredicateValue, _ right: PredicateValue) -> Bool {
        guard let order = left.order(to: right) else { return false }
        switch comparator {
        case .less: return order < 0
        case .lessOrEqual: return order <= 0
        case .greater: return order > 0
        default: return order >= 0
        }
    }

    private func isBetween(_ value: PredicateValue, _ bounds: PredicateValue) -> Bool {
        guard case .list(let bounds) = bounds, bounds.count == 2, let low = value.order(to: bounds[0]),
            let high = value.order(to: bounds[1])
        else { return false }
        return low >= 0 && high <= 0
    }

    private func isText(_ left: PredicateValue, _ right: PredicateValue) -> Bool {
        if comparator == .matches {
            let text = left.characters.map(TextFolding(ignoresDiacritics: folding.ignoresDiacritics).fold)
            return text.flatMap { pattern?.matches($0) } ?? false
        }
        guard let text = left.characters.map(folding.fold), let other = right.characters else { return false }
        switch comparator {
        case .beginsWith: return text.hasPrefix(folding.fold(other))
        case .endsWith: return text.hasSuffix(folding.fold(other))
        default: return Wildcards.match(text, pattern: folding.fold(other))
        }
    }
}
