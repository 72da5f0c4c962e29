import HLS
import ISOMedia
import Media

/// B6: decode times of live streams have 64 bits.
package struct LiveDecodeTimesHave64Bits: SegmentRule {
    package static let facts = RuleFacts(
        "B6", "The tfdt box has version 1 (64 bits) in live streams", .should,
        clause: "ISO/IEC 14496-12 8.8.12", kinds: [.media],
        consequence: "decode times overflow after hours or days, and playback stops or jumps")

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        guard segment.playlist.text.isLive else { return }
        let tracks = segment.facts.media?.fragments.lazy.flatMap(\.tracks)
        guard let wrong = tracks?.first(where: { $0.decodeTimeVersion == 0 }) else { return }
        findings.add(segment.place(byteOffset: wrong.offset), expected: "tfdt version 1", found: "version 0")
    }
}
