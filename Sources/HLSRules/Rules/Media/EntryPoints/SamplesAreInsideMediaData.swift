import HLS
import ISOMedia
import Media

/// R48: the samples of a segment are in its media data.
package struct SamplesAreInsideMediaData: SegmentRule {
    package static let facts = RuleFacts(
        "R48", "Every sample is inside the mdat of its segment", .must,
        clause: "ISO/IEC 14496-12 8.8.8; ISO/IEC 23000-19 7.3.2.3", kinds: [.media],
        consequence: "players stop with a media error; hls.js reports fragParsingError")

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        guard let media = segment.facts.media, !segment.playlist.text.isIFramesOnly else { return }
        for track in media.tracks where track.outsideCount > 0 {
            findings.add(
                segment.place(byteOffset: track.outsideOffset),
                expected: "all samples of track \(track.trackID) in mdat",
                found: "\(track.outsideCount) of \(track.sampleCount) samples outside mdat")
        }
    }
}
