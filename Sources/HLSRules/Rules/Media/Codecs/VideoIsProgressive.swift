import HLS
import ISOMedia
import MPEGTransport
import Media

/// R50f: video is progressive.
package struct VideoIsProgressive: SegmentRule {
    package static let facts = RuleFacts(
        "R50f", "Video is progressive", .appleMust, clause: "Apple 1.14", kinds: [.media],
        consequence: "players show combing artifacts or the wrong frame rate")

    private var seen: Set<Int> = []
    /// Whether an interlaced stream has been reported; every segment of a transport stream repeats the declaration.
    private var isFound = false

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        if !isFound, segment.facts.streams.contains(where: \.isInterlaced) {
            isFound = true
            findings.add(
                segment.place(), expected: "a progressive sequence parameter set",
                found: "a sequence parameter set that permits fields")
        }
        guard let facts = segment.facts.initialization, seen.insert(facts.identity).inserted else { return }
        for track in facts.measurement.tracks where track.video?.isInterlaced == true {
            findings.add(
                segment.initializationPlace(byteOffset: track.entryOffset),
                expected: "a progressive sequence parameter set",
                found: "a sequence parameter set or fiel box that permits fields")
        }
    }
}

extension StreamMeasurement {
    fileprivate var isInterlaced: Bool {
        if case .codedVideo(let format) = format { format.isInterlaced } else { false }
    }
}
