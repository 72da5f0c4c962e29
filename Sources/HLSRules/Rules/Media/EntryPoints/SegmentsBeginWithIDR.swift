import HLS
import ISOMedia
import Media

/// R43: video segments start with an IDR picture.
package struct SegmentsBeginWithIDR: SegmentRule {
    package static let facts = RuleFacts(
        "R43", "Every video segment starts with an IDR picture", .appleMust, clause: "Apple 7.4", kinds: [.media],
        consequence: "video is corrupt after seeking and variant switches")

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        guard !segment.playlist.text.isIFramesOnly, let video = segment.tracks.first(where: \.isVideo),
            let fault = video.entryFault
        else { return }
        findings.add(
            segment.place(byteOffset: video.measured.firstOffset), expected: "an IDR picture as the first sample",
            found: fault)
    }
}

extension MeasuredSegment.Track {
    /// The reason why decoding cannot start at the first sample; nil if it can or if the codec is not inspected.
    var entryFault: String? {
        switch measured.entryPoint {
        case .closed, .broken: nil
        case .open:
            measured.skippedLeading == 0
                ? nil
                : "a clean random access (CRA) picture with \(measured.skippedLeading) leading pictures (RASL) that "
                    + "need earlier segments"
        case .recovery: "an I picture at a recovery point, not an IDR picture"
        case .some(.none): "a frame that references earlier frames"
        case nil: measured.beginsWithSync ? nil : "a sample that is not flagged as a sync sample"
        }
    }
}
