import HLS
import ISOMedia
import Media

/// B3: segments declare a segment brand.
package struct SegmentTypeNamesBrand: SegmentRule {
    package static let facts = RuleFacts(
        "B3", "If present, styp is the first box and declares a segment brand", .should,
        clause: "ISO/IEC 14496-12 8.16.2; ISO/IEC 23000-19 7.2", kinds: [.media])

    private static let brands: Set<FourCC> = [
        "msdh", "msix", "cmfs", "cmff", "cmfl", "lmsg", "risx", "dash", "cmfc", "cmf2", "iso5", "iso6", "iso7", "iso8",
        "iso9",
        "hlsf", "sims",
    ]

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        guard let media = segment.facts.media, let type = media.segmentType else { return }
        let all = [type.major] + type.compatible
        if Self.brands.isDisjoint(with: all) {
            findings.add(
                segment.place(byteOffset: segment.facts.offset), expected: "a segment brand such as msdh, cmfs or cmff",
                found: all.map(\.description).joined(separator: ", "))
        } else if media.boxes.first?.type != SegmentTypeBox.type {
            findings.add(
                segment.place(byteOffset: segment.facts.offset), expected: "styp as the first box",
                found: media.boxes.first?.type.description ?? "nothing")
        }
    }
}
