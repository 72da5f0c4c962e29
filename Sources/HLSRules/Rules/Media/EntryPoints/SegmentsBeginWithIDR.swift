import HLS
import ISOMedia
import Media

/// R43: every segment of pictures begins with one that nothing before is needed for.
package struct SegmentsBeginWithIDR: SegmentRule {
    package static let facts = RuleFacts(
        "R43", "Every video segment begins with an IDR picture", .appleMust, clause: "Apple 7.4", kinds: [.media],
        consequence: "pictures are broken after seeking and after a change of variant")

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        guard !segment.playlist.text.isIFramesOnly, let video = segment.tracks.first(where: \.isVideo),
            let fault = video.entryFault
        else { return }
        findings.add(
            segment.place(byteOffset: video.measured.firstOffset), expected: "an IDR picture first", found: fault)
    }
}

extension MeasuredSegment.Track {
    /// Why decoding cannot begin with the first sample; nil where it can, or where the codec is not looked into.
    var entryFault: String? {
        switch measured.entryPoint {
        case .closed, .broken: nil
        case .open:
            measured.skippedLeading == 0
                ? nil
                : "a picture of clean random access (CRA) and \(measured.skippedLeading) leading pictures (RASL) that "
                    + "need what comes before"
        case .some(.none): "a picture that needs others before it"
        case nil: measured.beginsWithSync ? nil : "a sample whose flags say that it is no sync sample"
        }
    }
}
