import HLS
import ISOMedia
import Media

/// R100: entries of I-frame playlists contain one I-frame with its moof.
package struct EntriesAreIFrames: SegmentRule {
    package static let facts = RuleFacts(
        "R100", "I-frame playlist entries contain one I-frame with its moof, without the initialization section",
        .must, clause: "RFC 8216bis 4.4.3.6; Apple 6.10", kinds: [.media],
        consequence: "trick play and seek previews show nothing")

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        guard segment.playlist.text.isIFramesOnly else { return }
        if segment.facts.transport != nil, let fault = segment.tracks.first(where: \.isVideo)?.entryFault {
            findings.add(
                segment.place(byteOffset: segment.facts.offset), expected: "an I-frame at the start", found: fault)
        }
        guard let media = segment.facts.media, !media.boxes.isEmpty else { return }
        func add(_ expected: String, _ found: String) {
            findings.add(segment.place(byteOffset: segment.facts.offset), expected: expected, found: found)
        }
        if media.boxes.contains(where: { $0.type == .moov || $0.type == FileTypeBox.type }) {
            return add("a range without the initialization section", "ftyp or moov in the range")
        }
        guard !media.fragments.isEmpty else { return add("a range that starts with the moof box", "no moof") }
        guard let video = segment.tracks.first(where: \.isVideo) else { return }
        if let outside = video.measured.outsideOffset, outside == video.measured.firstOffset {
            add("the complete I-frame in the range", "fewer than its \(video.measured.firstSize) bytes")
        } else if video.measured.entryPoint != .recovery, video.entryFault != nil || !video.measured.beginsWithSync {
            add("an I-frame at the start", video.entryFault ?? "a sample that is not flagged as a sync sample")
        } else if video.measured.sampleCount - video.measured.outsideCount > 1 {
            findings.add(
                segment.place(byteOffset: segment.facts.offset), expected: "one frame in the range",
                found: "\(video.measured.sampleCount - video.measured.outsideCount) frames", level: .should)
        } else if media.tracks.count == 1, let rest = video.restSize(segment.facts), rest > 0 {
            findings.add(
                segment.place(byteOffset: segment.facts.offset), expected: "a range that ends with the I-frame",
                found: "\(rest) more bytes", level: .should)
        }
    }
}

extension MeasuredSegment.Track {
    /// The number of bytes between the end of the first sample and the end of the segment.
    fileprivate func restSize(_ facts: SegmentFacts) -> Int? {
        let end = measured.firstOffset.addingReportingOverflow(measured.firstSize).partialValue
        return facts.offset.addingReportingOverflow(facts.size).partialValue.subtractingReportingOverflow(end)
            .partialValue
    }
}
