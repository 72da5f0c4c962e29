/// A preference for certain variants.
///
/// Preferences are applied in order. The first preference that matches any variant decides, and the best matching
/// variant is selected; if none matches, the best of all variants is selected. The best variant has the highest SCORE,
/// if all candidates declare one, then the highest peak bit rate, and then the earliest position in the playlist.
public struct AssetVariantQualifier: Sendable, CustomStringConvertible {
    /// The criterion.
    private enum Preference: Sendable {
        case predicate(VariantPredicate)
        case variant(AssetVariant)
        case block(@Sendable (AssetVariant) -> Bool)
        case highest(VariantProperty)
        case lowest(VariantProperty)
        case selection(@Sendable ([AssetVariant]) -> [AssetVariant])
    }

    private let preference: Preference

    /// Prefers the variants that meet a predicate.
    public init(predicate: VariantPredicate) { preference = .predicate(predicate) }

    /// Prefers one specific variant.
    public init(variant: AssetVariant) { preference = .variant(variant) }

    /// Prefers the variants for which the closure returns true.
    public init(_ isPreferred: @escaping @Sendable (AssetVariant) -> Bool) { preference = .block(isPreferred) }

    /// Prefers the variants that the closure selects from all variants of the playlist.
    package init(selecting select: @escaping @Sendable ([AssetVariant]) -> [AssetVariant]) {
        preference = .selection(select)
    }

    /// Prefers the variants with the maximum of a numeric property, such as `peakBitRate`.
    ///
    /// Throws ``VariantPredicateError`` if the property does not exist or is not numeric.
    public static func maximumValue(inKeyPath path: String) throws(VariantPredicateError) -> AssetVariantQualifier {
        AssetVariantQualifier(preference: .highest(try number(path)))
    }

    /// Prefers the variants with the minimum of a numeric property.
    public static func minimumValue(inKeyPath path: String) throws(VariantPredicateError) -> AssetVariantQualifier {
        AssetVariantQualifier(preference: .lowest(try number(path)))
    }

    private init(preference: Preference) { self.preference = preference }

    private static func number(_ path: String) throws(VariantPredicateError) -> VariantProperty {
        let expression = try PropertyPath(format: path, column: 1).expression(path)
        guard case .property(let property) = expression.form, property.type == .number else {
            throw VariantPredicateError("'\(path)' is not a number", in: path, at: 1)
        }
        return property
    }

    /// Returns the matching variants in their order.
    public func preferred(among variants: [AssetVariant]) -> [AssetVariant] {
        switch preference {
        case .predicate(let predicate): return variants.filter { predicate.evaluate(with: $0) }
        case .variant(let variant): return variants.filter { $0 == variant }
        case .block(let isPreferred): return variants.filter(isPreferred)
        case .selection(let select): return select(variants)
        case .highest(let property): return Self.extremes(of: property, variants) { $0 > $1 }
        case .lowest(let property): return Self.extremes(of: property, variants) { $0 < $1 }
        }
    }

    private static func extremes(
        of property: VariantProperty, _ variants: [AssetVariant], _ isBetter: (Double, Double) -> Bool
    ) -> [AssetVariant] {
        var best: Double?
        for case let value? in variants.map({ property.value($0).number })
        where best.map({ isBetter(value, $0) }) ?? true {
            best = value
        }
        return best.map { best in variants.filter { property.value($0).number == best } } ?? []
    }

    public var description: String {
        switch preference {
        case .predicate(let predicate): predicate.description
        case .variant(let variant): "the variant \(variant.declaration.uri)"
        case .block, .selection: "a condition in Swift"
        case .highest(let property): "the highest \(property.path)"
        case .lowest(let property): "the lowest \(property.path)"
        }
    }
}
