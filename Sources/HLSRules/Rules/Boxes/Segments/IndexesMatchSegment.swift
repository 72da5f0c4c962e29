import HLS
import ISOMedia
import Media

/// B20: segment indexes match the segment.
package struct IndexesMatchSegment: SegmentRule {
    package static let facts = RuleFacts(
        "B20", "The sidx box has the timescale of its track, and its references end at the end of the segment", .should,
        clause: "ISO/IEC 14496-12 8.16.3; ISO/IEC 23000-19 7.3.3.3", kinds: [.media],
        consequence: "players that use the index for range requests get the wrong bytes")

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        guard let media = segment.facts.media, let header = segment.facts.initialization?.measurement,
            !segment.playlist.text.isIFramesOnly
        else { return }
        let end = segment.facts.offset + media.size
        for index in media.indexes {
            let place = segment.place(byteOffset: index.offset)
            if let track = header.track(index.referenceID), Int64(track.timescale) != Int64(index.timescale) {
                findings.add(place, expected: "a timescale of \(track.timescale)", found: "\(index.timescale)")
            }
            let first = index.end.addingReportingOverflow(Int(clamping: index.firstOffset))
            let last = first.partialValue.addingReportingOverflow(index.referencedSize)
            if first.overflow || last.overflow || last.partialValue > end {
                findings.add(place, expected: "references that end at \(end)", found: "\(last.partialValue)")
            }
        }
    }
}
