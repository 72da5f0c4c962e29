public import Media

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
