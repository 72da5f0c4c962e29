import HLS
import ISOMedia
import MPEGTransport
import Media

/// R23: where tracks change, there is an EXT-X-DISCONTINUITY.
package struct ChangesNeedDiscontinuity: SegmentRule {
    package static let facts = RuleFacts(
        "R23", "EXT-X-DISCONTINUITY stands where the file format or the number, type or identifiers of tracks change",
        .must, clause: "RFC 8216bis 4.4.4.3", kinds: [.media],
        consequence: "players go on with the decoder that they have and fail")

    private var last: MeasuredSegment?

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        // S1 tells of what is no media.
        guard segment.facts.content != .encrypted, segment.facts.content != .unknown else { return }
        defer { last = segment.withoutMedia }
        guard let last, last.entry.sequence + 1 == segment.entry.sequence, !segment.entry.isDiscontinuity else {
            return
        }
        guard last.facts.content == segment.facts.content else {
            findings.add(
                segment.line, expected: "EXT-X-DISCONTINUITY, or \(last.facts.content.rawValue) as before",
                found: segment.facts.content.rawValue)
            return
        }
        guard let one = Self.tracks(last.facts), let two = Self.tracks(segment.facts), one != two else { return }
        findings.add(segment.line, expected: "EXT-X-DISCONTINUITY, or the tracks as before (\(one))", found: two)
    }

    /// The numbers and kinds of the tracks; nil where they are not known.
    private static func tracks(_ facts: SegmentFacts) -> String? {
        let tracks =
            facts.initialization?.measurement.tracks.map { "\($0.id) \($0.track.handler) \($0.track.sampleEntryCode)" }
            ?? facts.transport?.tables.entries?.map { "\($0.pid) of type \(String($0.type, radix: 16))" }
            ?? facts.packedAudio?.stream.map { [$0.codec ?? "\($0.coding)"] }
        return tracks?.joined(separator: ", ")
    }
}

extension MeasuredSegment {
    /// What is needed to compare with the next one.
    var withoutMedia: MeasuredSegment {
        var copy = self
        copy.facts.media = nil
        copy.facts.transport?.removeStreams()
        copy.facts.parts = []
        return copy
    }
}
