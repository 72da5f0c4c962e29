import HLS
import ISOMedia
import MPEGTransport
import Media

/// S5: packed audio declares its presentation time.
package struct PackedAudioHasTimestamp: SegmentRule {
    package static let facts = RuleFacts(
        "S5",
        "Packed audio starts with an ID3 PRIV frame com.apple.streaming.transportStreamTimestamp",
        .must, clause: "RFC 8216bis 3.1.3", kinds: [.media],
        consequence: "players do not play the audio or play it out of sync with the video")

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        guard let packedAudio = segment.facts.packedAudio, packedAudio.timestamp == nil else { return }
        findings.add(
            segment.place(byteOffset: segment.facts.offset),
            expected: "an ID3 tag with a timestamp PRIV frame",
            found: packedAudio.audioOffset > segment.facts.offset ? "an ID3 tag without a timestamp" : "no ID3 tag")
    }
}
