import HLS
import Media

/// R121: variants of different sizes have different pictures.
package struct VariantsHaveOwnPictures: MeasurementRule {
    package static let facts = RuleFacts(
        "R121", "Segments of video with different sizes do not contain the same coded picture", .must,
        clause: "RFC 8216bis 4.4.4.5; ISO/IEC 23000-19 7.3.2.1", kinds: [.media],
        consequence: "the segment is of another variant: decoders stop or show damaged frames")

    package init() {}

    package func validate(_ presentation: MeasuredPresentation, _ findings: inout RuleFindings) {
        var known: [Int: (name: String, segment: MeasuredPosition)] = [:]
        for (rendition, measured) in presentation.measured where rendition.role != .iFrames {
            for segment in measured.timeline {
                guard let digest = segment.digest, let size = segment.size else { continue }
                guard let (name, other) = known[digest], let otherSize = other.size else {
                    known[digest] = (rendition.playlist.name, segment)
                    continue
                }
                // Equal bytes cannot be pictures of different numbers of blocks.
                guard size.blockCount != otherSize.blockCount else { continue }
                let number = other.place.lastSegment.map { "segment \($0) of " } ?? ""
                findings.add(
                    segment.place, expected: "a picture of \(size)",
                    found: "the bytes of the picture in \(number)\(name), which is of \(otherSize)")
            }
        }
    }
}

extension PixelSize {
    /// The number of blocks of 16 × 16 pixels.
    fileprivate var blockCount: Int { (width + 15) / 16 * ((height + 15) / 16) }
}
