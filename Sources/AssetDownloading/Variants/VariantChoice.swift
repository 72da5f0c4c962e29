/// The selected variant and the reason for the selection.
public struct VariantChoice: Sendable {
    public let variant: AssetVariant
    /// The index of the qualifier that decided; nil if none matched or none was given.
    public let qualifier: Int?
    /// The variants that matched the qualifier, or all variants.
    public let candidates: [AssetVariant]

    /// Selects a variant by the rules of ``AssetVariantQualifier``; nil without variants.
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
