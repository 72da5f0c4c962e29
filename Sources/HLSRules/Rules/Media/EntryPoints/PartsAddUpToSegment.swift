import HLS
import ISOMedia
import Media

/// R54M: the parts of a segment contain all of its samples.
package struct PartsAddUpToSegment: SegmentRule {
    package static let facts = RuleFacts(
        "R54M", "The parts of a segment together contain all of its samples, in order", .must,
        clause: "RFC 8216bis 4.4.4.9", kinds: [.media],
        consequence: "players that switch from parts to segments lose or repeat media")

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        let parts = segment.facts.parts
        guard !parts.isEmpty, parts.count == segment.entry.parts.count, let media = segment.facts.media else { return }
        let (found, expected) = (Self.samples(parts.flatMap(\.media.tracks)), Self.samples(media.tracks))
        guard found == expected else {
            return findings.add(
                segment.line, expected: "\(expected) samples in the parts, as in the segment", found: "\(found)")
        }
        validateOrder(segment, media, &findings)
    }

    /// Each part continues the previous one, and the first one starts with the segment.
    private func validateOrder(
        _ segment: MeasuredSegment, _ media: SegmentMeasurement, _ findings: inout RuleFindings
    ) {
        var ends: [UInt32: Int64] = [:]
        // R46 reports segments whose fragments are not continuous.
        for track in media.tracks where track.jump == nil { ends[track.trackID] = track.decodeStart }
        for (number, part) in segment.facts.parts.enumerated() {
            for track in part.media.tracks {
                guard let expected = ends[track.trackID], let start = track.decodeStart else { continue }
                if start.subtractingReportingOverflow(expected).partialValue.magnitude > 1 {
                    return findings.add(
                        FindingPlace(part.file, byteOffset: part.offset, segment: segment.entry.sequence),
                        expected: "part \(number) that continues track \(track.trackID) at \(expected)",
                        found: "a start at \(start)")
                }
                ends[track.trackID] = track.decodeEnd
            }
        }
    }

    private static func samples(_ tracks: [TrackMeasurement]) -> Int { tracks.reduce(0) { $0 + $1.sampleCount } }
}
