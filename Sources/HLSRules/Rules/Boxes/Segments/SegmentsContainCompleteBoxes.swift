import HLS
import ISOMedia
import Media

/// B29: segments and initialization sections contain complete boxes.
package struct SegmentsContainCompleteBoxes: SegmentRule {
    package static let facts = RuleFacts(
        "B29", "Segments and initialization sections consist of complete boxes, and segments contain a movie fragment",
        .must,
        clause: "RFC 8216bis 3.3; ISO/IEC 14496-12 4.2", kinds: [.media],
        consequence: "players stop with a media error; hls.js reports fragParsingError")

    private var seen: Set<Int> = []

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        if let start = segment.facts.initialization, seen.insert(start.identity).inserted,
            let cut = start.measurement.boxes.first(where: \.isCutOff)
        {
            findings.add(
                segment.initializationPlace(byteOffset: cut.offset), expected: "\(cut.size) bytes of \(cut.type)",
                found: "the end of the initialization section")
        }
        guard let media = segment.facts.media, !segment.playlist.text.isIFramesOnly else { return }
        if let damage = media.damage {
            findings.add(segment.place(), expected: "complete boxes", found: "\(damage)")
        } else if let cut = media.boxes.first(where: \.isCutOff), media.tracks.allSatisfy({ $0.outsideCount == 0 }) {
            findings.add(
                segment.place(byteOffset: cut.offset), expected: "\(cut.size) bytes of \(cut.type)",
                found: "the end of the segment")
        } else if media.fragments.isEmpty {
            findings.add(segment.place(), expected: "a movie fragment (moof)", found: "none")
        }
    }
}
