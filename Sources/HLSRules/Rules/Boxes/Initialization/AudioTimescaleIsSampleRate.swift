import HLS
import ISOMedia
import Media

/// B26: the timescale of sound counts its samples.
package struct AudioTimescaleIsSampleRate: SegmentRule {
    package static let facts = RuleFacts(
        "B26", "The timescale of sound is its sample rate, or packets last a whole number of ticks", .appleShould,
        clause: "ISO/IEC 23000-19 10.2", kinds: [.media], consequence: "rounding lets sound drift from pictures")

    private var seen: Set<Int> = []

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        guard let facts = segment.facts.initialization, seen.insert(facts.identity).inserted else { return }
        for track in facts.measurement.tracks {
            guard let audio = track.audio, audio.framesPerPacket > 0, audio.sampleRate > 0 else { continue }
            guard audio.framesPerPacket * Int(track.timescale) % audio.sampleRate != 0 else { continue }
            findings.add(
                segment.initializationPlace(byteOffset: track.offset), expected: "a timescale of \(audio.sampleRate)",
                found: "\(track.timescale)")
        }
    }
}
