import HLS
import ISOMedia
import MPEGTransport
import Media

/// S5: packed audio says when it is heard.
package struct PackedAudioHasTimestamp: SegmentRule {
    package static let facts = RuleFacts(
        "S5",
        "A packed audio segment begins with an ID3 PRIV frame of com.apple.streaming.transportStreamTimestamp",
        .must, clause: "RFC 8216bis 3.1.3", kinds: [.media],
        consequence: "players do not play it, or beside the pictures")

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        guard let packedAudio = segment.facts.packedAudio, packedAudio.timestamp == nil else { return }
        findings.add(
            segment.place(byteOffset: segment.facts.offset),
            expected: "an ID3 tag with a PRIV frame that says the time",
            found: packedAudio.audioOffset > segment.facts.offset ? "an ID3 tag without one" : "no ID3 tag")
    }
}
