public import Media
public import HLS

/// A value that can replace `%@` in a predicate.
public protocol PredicateArgument: Sendable {
    /// The value in the predicate language.
    var predicateValue: PredicateValue { get }
}

/// A value in a predicate.
public enum PredicateValue: Sendable, Hashable {
    case null
    case number(Double)
    case text(String)
    case truth(Bool)
    /// A four-character code, equal to its number and to its text.
    case code(FourCC)
    indirect case list([PredicateValue])
}

extension PredicateValue: PredicateArgument {
    public var predicateValue: PredicateValue { self }
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
