/// A condition for variants, written in the syntax of NSPredicate format strings.
///
/// ```swift
/// try VariantPredicate(format: "videoAttributes.videoRange == %@ && peakBitRate < 5000000", VideoRange.pq)
/// ```
///
/// - Comparisons: `==` `=` `!=` `<>` `<` `<=` `=<` `>` `>=` `=>`, `BETWEEN {a, b}`, `IN`, `CONTAINS`, `BEGINSWITH`,
///   `ENDSWITH`, `LIKE` (`?` and `*`), `MATCHES` (a regular expression for the whole text). Text operators may be
///   followed by `[c]`, `[d]` or `[cd]` to ignore case, diacritics or both.
/// - Logic: `AND` `&&`, `OR` `||`, `NOT` `!`, `TRUEPREDICATE`, `FALSEPREDICATE`; before a comparison with a list `ANY`
///   (`SOME`), `ALL` or `NONE`.
/// - Arithmetic: `+` `-` `*` `/` `**`, `abs:`, `ceiling:`, `floor:`, `sqrt:`, `min:`, `max:`, `sum:`, `average:`, `count:` with
///   arguments in parentheses, with or without the colon.
/// - Literals: numbers, text in `'` or `"`, `YES` `TRUE` `NO` `FALSE`, `NULL` `NIL`, lists in braces, and the ranges `SDR`, `HLG`
///   and `PQ`.
/// - Arguments: `%@`, `%d`, `%i`, `%u`, `%ld`, `%lu`, `%f` for values, `%K` for a key path.
/// - Key paths: ``keyPaths`` lists them; a list may be followed by `.@count`, `.@max` or another collection operator.
///
/// Keywords are accepted in upper and lower case. Undeclared properties are `NULL`, which is equal only to NULL and
/// neither less nor greater than any value.
public struct VariantPredicate: Sendable, CustomStringConvertible {
    let condition: Condition
    /// The text of the predicate, with arguments inserted.
    public var description: String { condition.description }

    init(_ condition: Condition) { self.condition = condition }

    /// Parses a predicate.
    ///
    /// Throws ``VariantPredicateError`` with the position of the error.
    public init(format: String, _ arguments: any PredicateArgument...) throws(VariantPredicateError) {
        try self.init(format: format, argumentArray: arguments)
    }

    /// Parses a predicate with an array of arguments.
    public init(format: String, argumentArray: [any PredicateArgument]) throws(VariantPredicateError) {
        var parser = try PredicateParser(format, argumentArray.map(\.predicateValue))
        condition = try parser.parse()
    }

    /// Creates a predicate that is always true or always false.
    public init(value: Bool) { condition = .constant(value) }

    /// Creates a predicate from a closure; `name` represents it in ``description``.
    public init(name: String = "BLOCKPREDICATE", block: @escaping @Sendable (AssetVariant) -> Bool) {
        condition = .block(name, block)
    }

    /// Returns whether a variant meets the predicate.
    public func evaluate(with variant: AssetVariant) -> Bool { condition.isMet(by: variant) }

    /// Returns the conjunction; true without predicates.
    public static func and(_ predicates: [VariantPredicate]) -> VariantPredicate {
        VariantPredicate(.all(predicates.map(\.condition)))
    }

    /// Returns the disjunction; false without predicates.
    public static func or(_ predicates: [VariantPredicate]) -> VariantPredicate {
        VariantPredicate(.any(predicates.map(\.condition)))
    }

    /// Returns the negation.
    public static func not(_ predicate: VariantPredicate) -> VariantPredicate {
        VariantPredicate(.not(predicate.condition))
    }

    /// The key paths that predicates can use.
    public static var keyPaths: [String] { VariantProperty.all.map(\.path) }
}
