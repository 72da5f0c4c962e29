import HLS
import ISOMedia
import Media

/// R100: an entry of an I-frame playlist is one I-frame with its headers.
package struct EntriesAreIFrames: SegmentRule {
    package static let facts = RuleFacts(
        "R100", "Each entry of an I-frame playlist is one I-frame; its range has the moof and not the initialization",
        .must, clause: "RFC 8216bis 4.4.3.6; Apple 6.10", kinds: [.media],
        consequence: "fast play and previews show nothing")

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        guard segment.playlist.text.isIFramesOnly else { return }
        if segment.facts.transport != nil, let fault = segment.tracks.first(where: \.isVideo)?.entryFault {
            findings.add(segment.place(byteOffset: segment.facts.offset), expected: "an I-frame first", found: fault)
        }
        guard let media = segment.facts.media, !media.boxes.isEmpty else { return }
        func add(_ expected: String, _ found: String) {
            findings.add(segment.place(byteOffset: segment.facts.offset), expected: expected, found: found)
        }
        if media.boxes.contains(where: { $0.type == "moov" || $0.type == "ftyp" }) {
            return add("a range without the initialization section", "ftyp or moov in it")
        }
        guard !media.fragments.isEmpty else { return add("a range that begins with the moof box", "no moof") }
        guard let video = segment.tracks.first(where: \.isVideo) else { return }
        if let outside = video.measured.outsideOffset, outside == video.measured.firstOffset {
            add("the whole picture in the range", "less than its \(video.measured.firstSize) bytes")
        } else if video.entryFault != nil || !video.measured.beginsWithSync {
            add("an I-frame first", video.entryFault ?? "a sample whose flags say that it is no sync sample")
        }
    }
}
