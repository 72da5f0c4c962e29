/// The order of variants in a multivariant playlist.
///
/// Players start with the first variant, so it is the best variant that most connections can sustain. The others follow
/// by increasing bandwidth, grouped by audio group, with standard dynamic range first.
enum VariantOrder {
    /// The maximum bandwidth of the first variant, in bits per second.
    static let startBandwidth = 2_200_000

    /// Sorts the variants of one audio group; standard dynamic range comes first.
    static func sorted(_ variants: [Variant]) -> [Variant] {
        variants.enumerated().sorted { left, right in
            let (first, second) = (left.element, right.element)
            if isStandard(first) != isStandard(second) { return isStandard(first) }
            return (first.bandwidth, left.offset) < (second.bandwidth, right.offset)
        }.map(\.element)
    }

    /// Moves the variant with which players should start to the front.
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
