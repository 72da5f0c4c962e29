/// A condition that variants meet or do not, written as NSPredicate's format strings are.
///
/// ```swift
/// try VariantPredicate(format: "videoAttributes.videoRange == %@ && peakBitRate < 5000000", VideoRange.pq)
/// ```
///
/// - Comparisons: `==` `=` `!=` `<>` `<` `<=` `=<` `>` `>=` `=>`, `BETWEEN {a, b}`, `IN`, `CONTAINS`, `BEGINSWITH`,
///   `ENDSWITH`, `LIKE` (`?` and `*`), `MATCHES` (a regular expression for the whole text). Text operators may be
///   followed by `[c]`, `[d]` or `[cd]`: case, or accents and the like, do not matter.
/// - Logic: `AND` `&&`, `OR` `||`, `NOT` `!`, `TRUEPREDICATE`, `FALSEPREDICATE`; before a comparison with a list `ANY`
///   (`SOME`), `ALL` or `NONE`.
/// - Arithmetic: `+` `-` `*` `/` `**`, `abs:`, `ceiling:`, `floor:`, `sqrt:`, `min:`, `max:`, `sum:`, `average:`, `count:` with
///   arguments in parentheses, with or without the colon.
/// - Literals: numbers, text in `'` or `"`, `YES` `TRUE` `NO` `FALSE`, `NULL` `NIL`, lists in braces, and the ranges `SDR`, `HLG`
///   and `PQ`.
/// - Arguments: `%@`, `%d`, `%i`, `%u`, `%ld`, `%lu`, `%f` for values, `%K` for a key path.
/// - Key paths: ``keyPaths`` lists them; a list may be followed by `.@count`, `.@max` and the like.
///
/// Words of the language are taken in capitals and in lower case. What a playlist does not say is `NULL`: it is equal to
/// NULL alone and neither more nor less than anything.
public struct VariantPredicate: Sendable, CustomStringConvertible {
    let condition: Condition
    /// The predicate as text, with arguments put in.
    public var description: String { condition.description }

    init(_ condition: Condition) { self.condition = condition }

    /// A predicate in the language above.
    ///
    /// Throws ``VariantPredicateError`` with the place of what is wrong.
    public init(format: String, _ arguments: any PredicateArgument...) throws(VariantPredicateError) {
        try self.init(format: format, argumentArray: arguments)
    }

    /// A predicate in the language above.
    public init(format: String, argumentArray: [any PredicateArgument]) throws(VariantPredicateError) {
        var parser = try PredicateParser(format, argumentArray.map(\.predicateValue))
        condition = try parser.parse()
    }

    /// Always the same.
    public init(value: Bool) { condition = .constant(value) }

    /// A condition in Swift; `name` stands for it in ``description``.
    public init(name: String = "BLOCKPREDICATE", block: @escaping @Sendable (AssetVariant) -> Bool) {
        condition = .block(name, block)
    }

    /// Whether a variant meets it.
    public func evaluate(with variant: AssetVariant) -> Bool { condition.isMet(by: variant) }

    /// All of them; true where there are none.
    public static func and(_ predicates: [VariantPredicate]) -> VariantPredicate {
        VariantPredicate(.all(predicates.map(\.condition)))
    }

    /// At least one of them.
    public static func or(_ predicates: [VariantPredicate]) -> VariantPredicate {
        VariantPredicate(.any(predicates.map(\.condition)))
    }

    /// The opposite.
    public static func not(_ predicate: VariantPredicate) -> VariantPredicate {
        VariantPredicate(.not(predicate.condition))
    }

    /// The key paths that a predicate may name.
    public static var keyPaths: [String] { VariantProperty.all.map(\.path) }
}
