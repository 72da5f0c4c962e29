import HLS
import ISOMedia
import Media

/// R32: EXT-X-BITRATE matches the segments.
package struct BitRateTagsMatchSegments: SegmentRule {
    package static let facts = RuleFacts(
        "R32", "EXT-X-BITRATE is within 10 % of the bit rate of each segment that it applies to", .must,
        clause: "RFC 8216bis 4.4.4.8", kinds: [.media], consequence: "players mispredict the download time of segments")

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        let segments = segment.playlist.media?.segments ?? []
        guard segments.indices.contains(segment.entry.index), let declared = segments[segment.entry.index].bitRate,
            segment.entry.byteRange == nil, let duration = segment.entry.duration, duration > .zero
        else { return }
        let measured = Double(segment.facts.size) * 8 / duration.seconds / 1000
        guard abs(measured - Double(declared)) > Double(declared) * 0.1 + 1 else { return }
        findings.add(
            segment.line, expected: "EXT-X-BITRATE:\(Int(measured.rounded())), as measured",
            found: "EXT-X-BITRATE:\(declared)")
    }
}
