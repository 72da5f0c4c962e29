import HLS
import ISOMedia
import Media

/// R54M: the parts of a segment contain all of its samples.
package struct PartsAddUpToSegment: SegmentRule {
    package static let facts = RuleFacts(
        "R54M", "The parts of a segment together contain all of its samples", .must,
        clause: "RFC 8216bis 4.4.4.9", kinds: [.media],
        consequence: "players that switch from parts to segments lose or repeat media")

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        let parts = segment.facts.parts
        guard !parts.isEmpty, parts.count == segment.entry.parts.count, let media = segment.facts.media else { return }
        let (found, expected) = (Self.samples(parts.flatMap(\.media.tracks)), Self.samples(media.tracks))
        guard found != expected else { return }
        findings.add(
            segment.line, expected: "\(expected) samples in the parts, as in the segment", found: "\(found)")
    }

    private static func samples(_ tracks: [TrackMeasurement]) -> Int { tracks.reduce(0) { $0 + $1.sampleCount } }
}
