import HLS
import ISOMedia
import Media

/// B15: CMAF headers describe pixel aspect ratio and colour.
package struct VideoSampleEntryIsComplete: SegmentRule {
    package static let facts = RuleFacts(
        "B15", "A CMAF header has one track and, for video, pasp and colr in the sample entry", .appleShould,
        clause: "ISO/IEC 23000-19 7.3.1, 9.2.2, 9.2.3", kinds: [.media],
        consequence: "players assume a pixel aspect ratio and colour space")

    private var seen: Set<Int> = []

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        guard let facts = segment.facts.initialization, let brands = facts.measurement.brands,
            ([brands.major] + brands.compatible).contains(where: { $0 == "cmfc" || $0 == "cmf2" }),
            seen.insert(facts.identity).inserted
        else { return }
        if facts.measurement.tracks.count > 1 {
            findings.add(
                segment.initializationPlace(byteOffset: facts.measurement.tracks[1].offset),
                expected: "one track, as the brand is cmfc", found: "\(facts.measurement.tracks.count)")
        }
        for track in facts.measurement.tracks where track.video != nil {
            let missing = [PixelAspectBox.type, ColourBox.type].filter { !track.entryBoxes.contains($0) }
            guard !missing.isEmpty else { continue }
            findings.add(
                segment.initializationPlace(byteOffset: track.entryOffset), expected: "pasp and colr",
                found: "no \(missing.map(\.description).joined(separator: ", no "))")
        }
    }
}
