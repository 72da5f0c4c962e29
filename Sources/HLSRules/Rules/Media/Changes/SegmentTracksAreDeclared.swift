import HLS
import ISOMedia
import Media

/// R50a: the initialization section declares all tracks of a segment.
package struct SegmentTracksAreDeclared: SegmentRule {
    package static let facts = RuleFacts(
        "R50a", "The initialization section declares every track of a segment", .must,
        clause: "RFC 8216bis 3.3; ISO/IEC 14496-12 8.8", kinds: [.media],
        consequence: "AVPlayer stops with CoreMediaErrorDomain -12927 or shows nothing; hls.js reports fragParsingError"
    )

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        guard let header = segment.facts.initialization?.measurement, let media = segment.facts.media else { return }
        for track in media.tracks where header.track(track.trackID) == nil {
            let known = header.tracks.map { String($0.id) }.joined(separator: ", ")
            let place = media.fragments.flatMap(\.tracks).first { $0.trackID == track.trackID }?.offset
            findings.add(
                segment.place(byteOffset: place), expected: "track_ID \(known)", found: "track_ID \(track.trackID)")
        }
    }
}
