import HLS
import ISOMedia
import Media

/// B22: producer reference times refer to media of the segment.
package struct ReferenceTimesMatchMedia: SegmentRule {
    package static let facts = RuleFacts(
        "B22", "Each prft refers to a track and a media time of the segment", .should,
        clause: "ISO/IEC 14496-12 8.16.5", kinds: [.media], consequence: "players compute a wrong latency")

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        guard let media = segment.facts.media, !segment.playlist.text.isIFramesOnly else { return }
        for reference in media.referenceTimes {
            let place = segment.place(byteOffset: reference.offset)
            guard let track = media.track(reference.trackID), let start = track.decodeStart else {
                findings.add(place, expected: "a track of the segment", found: "track \(reference.trackID)")
                continue
            }
            let range = min(start, track.presentationStart)...max(track.decodeEnd, track.presentationEnd, start)
            guard !range.contains(Int64(clamping: reference.mediaTime)) else { continue }
            findings.add(
                place, expected: "a media time from \(range.lowerBound) to \(range.upperBound)",
                found: "\(reference.mediaTime)")
        }
    }
}
