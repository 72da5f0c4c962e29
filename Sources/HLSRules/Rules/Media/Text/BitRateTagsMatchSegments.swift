import HLS
import ISOMedia
import Media

/// R32: EXT-X-BITRATE is near what segments have.
package struct BitRateTagsMatchSegments: SegmentRule {
    package static let facts = RuleFacts(
        "R32", "EXT-X-BITRATE is within 10 % of the bit rate of each segment that it stands for", .must,
        clause: "RFC 8216bis 4.4.4.8", kinds: [.media], consequence: "players misjudge how long a segment will take")

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        let segments = segment.playlist.media?.segments ?? []
        guard segments.indices.contains(segment.entry.index), let declared = segments[segment.entry.index].bitRate,
            segment.entry.byteRange == nil, let duration = segment.entry.duration, duration > .zero
        else { return }
        let measured = Double(segment.facts.size) * 8 / duration.seconds / 1000
        guard abs(measured - Double(declared)) > Double(declared) * 0.1 + 1 else { return }
        findings.add(
            segment.line, expected: "EXT-X-BITRATE:\(Int(measured.rounded())), as the segment has",
            found: "EXT-X-BITRATE:\(declared)")
    }
}
