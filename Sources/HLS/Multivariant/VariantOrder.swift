/// The order in which variants are offered.
///
/// Players begin with the first one, so that is the best of those that most connections carry; the others follow from
/// the smallest up, those of one audio group together and standard range before high.
enum VariantOrder {
    /// What the first variant may need, in bits per second.
    static let startBandwidth = 2_200_000

    /// Sorts the variants of one audio group; those with the standard range come first.
    static func sorted(_ variants: [Variant]) -> [Variant] {
        variants.enumerated().sorted { left, right in
            let (first, second) = (left.element, right.element)
            if isStandard(first) != isStandard(second) { return isStandard(first) }
            return (first.bandwidth, left.offset) < (second.bandwidth, right.offset)
        }.map(\.element)
    }

    /// Puts the one first that players are to begin with.
    static func movingStartVariantFirst(_ variants: [Variant]) -> [Variant] {
        guard let group = variants.first?.audioGroup else {
            return movingStartVariantFirst(variants, among: variants.indices)
        }
        return movingStartVariantFirst(
            variants, among: 0..<(variants.firstIndex { $0.audioGroup != group } ?? variants.count))
    }

    private static func movingStartVariantFirst(_ variants: [Variant], among candidates: Range<Int>) -> [Variant] {
        let standard = candidates.filter { isStandard(variants[$0]) }
        let fitting = standard.filter { variants[$0].bandwidth <= startBandwidth }
        guard let start = fitting.max(by: { variants[$0].bandwidth < variants[$1].bandwidth }) ?? standard.first else {
            return variants
        }
        var result = variants
        result.insert(result.remove(at: start), at: 0)
        return result
    }

    private static func isStandard(_ variant: Variant) -> Bool { variant.videoRange.map { $0 == .sdr } ?? true }
}
