import HLS
import ISOMedia
import Media

/// R24: EXT-X-DISCONTINUITY occurs only at changes.
package struct DiscontinuityHasReason: SegmentRule {
    package static let facts = RuleFacts(
        "R24", "EXT-X-DISCONTINUITY occurs only at changes of the format, the tracks or the timeline", .should,
        clause: "RFC 8216bis 4.4.4.3", kinds: [.media], consequence: "players flush their decoders unnecessarily")

    private var ends: [UInt32: Int64] = [:]
    private var formats: [MediaFormat?] = []
    private var identity: Int?
    private var sequence: Int?

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        let tracks = segment.tracks
        defer {
            ends = Dictionary(tracks.map { ($0.header.id, $0.measured.decodeEnd) }) { first, _ in first }
            formats = tracks.map(\.header.format)
            identity = segment.facts.initialization?.identity
            sequence = segment.entry.sequence
        }
        guard segment.entry.isDiscontinuity, sequence.map({ $0 + 1 }) == segment.entry.sequence, !tracks.isEmpty,
            identity == segment.facts.initialization?.identity, formats == tracks.map(\.header.format),
            tracks.allSatisfy({ $0.measured.decodeStart != nil && $0.measured.decodeStart == ends[$0.header.id] })
        else { return }
        findings.add(
            segment.line, expected: "no EXT-X-DISCONTINUITY, as initialization section and decode times continue",
            found: "EXT-X-DISCONTINUITY")
    }
}
