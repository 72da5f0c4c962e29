import HLS
import ISOMedia
import Media

/// B26: audio durations are exact in the timescale of the track.
package struct AudioTimescaleIsSampleRate: SegmentRule {
    package static let facts = RuleFacts(
        "B26", "The audio timescale is the sample rate, or audio frames last a whole number of ticks", .appleShould,
        clause: "ISO/IEC 23000-19 10.2", kinds: [.media],
        consequence: "rounding errors accumulate, and audio drifts relative to video")

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
