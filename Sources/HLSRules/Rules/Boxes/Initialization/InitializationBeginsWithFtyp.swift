import HLS
import ISOMedia
import Media

/// B1: initialization sections declare a brand that permits movie fragments.
package struct InitializationBeginsWithFtyp: SegmentRule {
    package static let facts = RuleFacts(
        "B1",
        "An initialization section starts with ftyp and declares a brand that supports movie fragments, not QuickTime as "
            + "its major brand", .must,
        clause: "RFC 8216bis 3.3; ISO/IEC 14496-12 4.3, E.2", kinds: [.media],
        consequence: "parsers may not recognize the initialization section, or read some of its boxes as QuickTime")

    private static let brands: Set<FourCC> = [
        "iso5", "iso6", "iso7", "iso8", "iso9", "isoa", "isob", "isoc", "cmfc", "cmf2", "dash", "msdh", "hlsf", "ccff",
        "dby1",
    ]
    private var seen: Set<Int> = []

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        guard let facts = segment.facts.initialization, seen.insert(facts.identity).inserted else { return }
        guard facts.measurement.boxes.first?.type == FileTypeBox.type, let brands = facts.measurement.brands else {
            let found = facts.measurement.boxes.first?.type.description ?? "nothing"
            return findings.add(
                segment.initializationPlace(byteOffset: 0), expected: "ftyp as the first box", found: found)
        }
        let all = [brands.major] + brands.compatible.filter { $0 != brands.major }
        let names = all.map(\.description).joined(separator: ", ")
        let place = segment.initializationPlace(byteOffset: 0)
        if Self.brands.isDisjoint(with: all) {
            findings.add(place, expected: "iso5 or a later brand", found: names, level: .should)
        } else if brands.major == "qt  " {
            findings.add(
                place, expected: "a major brand of MP4, such as iso5",
                found: "'qt  ', the brand of QuickTime, in \(names)",
                level: .should)
        }
    }
}
