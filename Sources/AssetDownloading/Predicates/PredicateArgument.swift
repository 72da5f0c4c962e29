public import Media
public import HLS

/// A value that can replace `%@` in a predicate.
public protocol PredicateArgument: Sendable {
    /// The value in the predicate language.
    var predicateValue: PredicateValue { get }
}

extension Int: PredicateArgument {
    public var predicateValue: PredicateValue { .number(Double(self)) }
}

extension UInt32: PredicateArgument {
    public var predicateValue: PredicateValue { .number(Double(self)) }
}

extension Double: PredicateArgument {
    public var predicateValue: PredicateValue { .number(self) }
}

extension String: PredicateArgument {
    public var predicateValue: PredicateValue { .text(self) }
}

extension Bool: PredicateArgument {
    public var predicateValue: PredicateValue { .truth(self) }
}

extension VideoRange: PredicateArgument {
    public var predicateValue: PredicateValue { .text(rawValue) }
}

extension AudioFormatID: PredicateArgument {
    public var predicateValue: PredicateValue { .code(FourCC(rawValue: rawValue)) }
}

extension FourCC: PredicateArgument {
    public var predicateValue: PredicateValue { .code(self) }
}

extension VariantBadge: PredicateArgument {
    public var predicateValue: PredicateValue { .text(rawValue) }
}

extension Array: PredicateArgument where Element: PredicateArgument {
    public var predicateValue: PredicateValue { .list(map(\.predicateValue)) }
}
