/// A preference for some variants.
///
/// Preferences are tried in the order in which they are given. The first one that any variant meets decides, and the
/// best of the variants that meet it is taken; where none is met, the best of all variants is. The best one has the
/// highest SCORE, if all of those compared declare one, then the highest peak bit rate, and then comes first in the
/// playlist.
public struct AssetVariantQualifier: Sendable, CustomStringConvertible {
    /// What is preferred.
    private enum Preference: Sendable {
        case predicate(VariantPredicate)
        case variant(AssetVariant)
        case block(@Sendable (AssetVariant) -> Bool)
        case highest(VariantProperty)
        case lowest(VariantProperty)
    }

    private let preference: Preference

    /// Prefers the variants that meet a predicate.
    public init(predicate: VariantPredicate) { preference = .predicate(predicate) }

    /// Prefers one variant, which was chosen already.
    public init(variant: AssetVariant) { preference = .variant(variant) }

    /// Prefers the variants for which the closure says so.
    public init(_ isPreferred: @escaping @Sendable (AssetVariant) -> Bool) { preference = .block(isPreferred) }

    /// Prefers the variants with the highest value of a property that is a number, such as `peakBitRate`.
    ///
    /// Throws ``VariantPredicateError`` where there is no such property, or it is no number.
    public static func maximumValue(inKeyPath path: String) throws(VariantPredicateError) -> AssetVariantQualifier {
        AssetVariantQualifier(preference: .highest(try number(path)))
    }

    /// Prefers the variants with the lowest value of a property that is a number.
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

    /// The variants that meet it, in their order.
    public func preferred(among variants: [AssetVariant]) -> [AssetVariant] {
        switch preference {
        case .predicate(let predicate): return variants.filter { predicate.evaluate(with: $0) }
        case .variant(let variant): return variants.filter { $0 == variant }
        case .block(let isPreferred): return variants.filter(isPreferred)
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
        case .block: "a condition in Swift"
        case .highest(let property): "the highest \(property.path)"
        case .lowest(let property): "the lowest \(property.path)"
        }
    }
}

/// Which variant was chosen, and why.
public struct VariantChoice: Sendable {
    public let variant: AssetVariant
    /// The qualifier that decided, counted from 0; nil where none was met or none given.
    public let qualifier: Int?
    /// The variants that met it, or all of them.
    public let candidates: [AssetVariant]

    /// Chooses by preferences as ``AssetVariantQualifier`` says; nil where there are no variants.
    public init?(among variants: [AssetVariant], preferring qualifiers: [AssetVariantQualifier]) {
        var chosen: (candidates: [AssetVariant], qualifier: Int?) = (variants, nil)
        for (index, qualifier) in qualifiers.enumerated() {
            let preferred = qualifier.preferred(among: variants)
            guard !preferred.isEmpty else { continue }
            chosen = (preferred, index)
            break
        }
        guard let best = Self.best(of: chosen.candidates) else { return nil }
        variant = best
        candidates = chosen.candidates
        qualifier = chosen.qualifier
    }

    private static func best(of candidates: [AssetVariant]) -> AssetVariant? {
        let hasScores = candidates.allSatisfy { $0.score != nil }
        var best = candidates.first
        for candidate in candidates.dropFirst() {
            guard let current = best else { break }
            let scores = hasScores ? (candidate.score ?? 0, current.score ?? 0) : (0, 0)
            let rates = (candidate.peakBitRate ?? 0, current.peakBitRate ?? 0)
            if scores.0 > scores.1 || scores.0 == scores.1 && rates.0 > rates.1 { best = candidate }
        }
        return best
    }
}
