import HLS
import ISOMedia
import MPEGTransport
import Media

/// R50f: pictures are not made of fields.
package struct VideoIsProgressive: SegmentRule {
    package static let facts = RuleFacts(
        "R50f", "Pictures are progressive", .appleMust, clause: "Apple 1.14", kinds: [.media],
        consequence: "pictures show combs, or the wrong rate")

    private var seen: Set<Int> = []
    /// Whether a stream of fields was found, which says so in every segment.
    private var isFound = false

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        if !isFound, segment.facts.streams.contains(where: \.isInterlaced) {
            isFound = true
            findings.add(
                segment.place(), expected: "a sequence parameter set that allows frames only",
                found: "one that allows fields")
        }
        guard let facts = segment.facts.initialization, seen.insert(facts.identity).inserted else { return }
        for track in facts.measurement.tracks where track.video?.isInterlaced == true {
            findings.add(
                segment.initializationPlace(byteOffset: track.entryOffset),
                expected: "a sequence parameter set that allows frames only",
                found: "one that allows fields, or fiel with two")
        }
    }
}

extension StreamMeasurement {
    fileprivate var isInterlaced: Bool {
        if case .codedVideo(let format) = format { format.isInterlaced } else { false }
    }
}
