import HLS
import ISOMedia
import MPEGTransport
import Media

/// S6: packed audio is frames and nothing else.
package struct PackedAudioContainsCompleteFrames: SegmentRule {
    package static let facts = RuleFacts(
        "S6", "A packed audio segment is whole frames of AAC in ADTS, MP3, AC-3 or E-AC-3 behind its ID3 tags", .must,
        clause: "RFC 8216bis 3.1.3", kinds: [.media],
        consequence: "sound clicks at each place, or is lost; hls.js reports fragParsingError")

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        guard let packedAudio = segment.facts.packedAudio else { return }
        guard let stream = packedAudio.stream else {
            findings.add(
                segment.place(byteOffset: packedAudio.audioOffset), expected: "a frame of sound behind the ID3 tags",
                found: "bytes that begin none")
            return
        }
        findings.add(stream.damage, in: segment)
    }
}
