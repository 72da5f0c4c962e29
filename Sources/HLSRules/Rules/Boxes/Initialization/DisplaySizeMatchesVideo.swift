import HLS
import ISOMedia
import Media

/// B25: the track header and the sample entry have the size of the video.
package struct DisplaySizeMatchesVideo: SegmentRule {
    package static let facts = RuleFacts(
        "B25",
        "Width and height in tkhd equal the size of the cropped video in square pixels, and those in the sample entry its "
            + "size",
        .should, clause: "ISO/IEC 14496-12 8.3.2, 12.1.3; ISO/IEC 23000-19 9.2.3", kinds: [.media],
        consequence: "some players show the video with the wrong aspect ratio")

    private var seen: Set<Int> = []

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        guard let facts = segment.facts.initialization, seen.insert(facts.identity).inserted else { return }
        for track in facts.measurement.tracks {
            if let video = track.video, video.size != track.entrySize, track.entrySize.width > 0 {
                findings.add(
                    segment.initializationPlace(byteOffset: track.entryOffset),
                    expected: "\(video.size) in the sample entry", found: "\(track.entrySize)")
            }
            guard let video = track.video, video.displayMatrix == nil, video.cleanAperture == nil else { continue }
            let (expected, found) = (video.squarePixelSize, track.displaySize)
            guard abs(expected.width - found.width) > 1 || abs(expected.height - found.height) > 1 else { continue }
            // Either dimension may be scaled to obtain square pixels.
            let isSameShape =
                abs(expected.width * found.height - found.width * expected.height)
                <= max(expected.width, found.width) * 2
            guard !isSameShape || found.width == 0 else { continue }
            findings.add(
                segment.initializationPlace(byteOffset: track.offset), expected: "\(expected)", found: "\(found)")
        }
    }
}
