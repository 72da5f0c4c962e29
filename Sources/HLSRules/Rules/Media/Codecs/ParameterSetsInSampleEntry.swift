import HLS
import ISOMedia
import Media

/// R50c: the sample entry contains the parameter sets.
package struct ParameterSetsInSampleEntry: SegmentRule {
    package static let facts = RuleFacts(
        "R50c", "Sample entries avc1 and hvc1 contain all parameter sets; avc3 and hev1 are discouraged", .must,
        clause: "ISO/IEC 14496-15 5.4.2, 8.4.1; Apple 1.10", kinds: [.media],
        consequence: "AVPlayer shows nothing; hls.js cannot create a source buffer")

    private var seen: Set<Int> = []

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        guard let facts = segment.facts.initialization, seen.insert(facts.identity).inserted else { return }
        for track in facts.measurement.tracks {
            let code = track.track.sampleEntryCode
            let place = segment.initializationPlace(byteOffset: track.entryOffset)
            let isInBand = ["avc3", "hev1", "dvhe", "dvav"].contains(code.description)
            if isInBand, findings.profile == .apple {
                findings.add(
                    place, expected: "avc1, hvc1 or dvh1 with all parameter sets", found: "\(code)", level: .should)
            } else if !isInBand, track.hasParameterSets == false {
                findings.add(
                    place, expected: "all parameter sets in the configuration of \(code)",
                    found: "missing parameter sets")
            }
        }
    }
}
