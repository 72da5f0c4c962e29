import HLS
import ISOMedia
import MPEGTransport
import Media

/// S6: packed audio contains only complete audio frames.
package struct PackedAudioContainsCompleteFrames: SegmentRule {
    package static let facts = RuleFacts(
        "S6", "Packed audio consists of ID3 tags followed by complete frames of AAC (ADTS), MP3, AC-3 or E-AC-3", .must,
        clause: "RFC 8216bis 3.1.3", kinds: [.media],
        consequence: "audio clicks or drops out at each fault; hls.js reports fragParsingError")

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        guard let packedAudio = segment.facts.packedAudio else { return }
        guard let stream = packedAudio.stream else {
            findings.add(
                segment.place(byteOffset: packedAudio.audioOffset), expected: "an audio frame after the ID3 tags",
                found: "bytes that are not an audio frame")
            return
        }
        findings.add(stream.damage, in: segment)
    }
}
