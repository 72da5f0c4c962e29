import HLS
import ISOMedia
import Media

/// R23: where tracks change, there is an EXT-X-DISCONTINUITY.
package struct ChangesNeedDiscontinuity: SegmentRule {
    package static let facts = RuleFacts(
        "R23", "EXT-X-DISCONTINUITY stands where the file format or the number, type or identifiers of tracks change",
        .must, clause: "RFC 8216bis 4.4.4.3", kinds: [.media],
        consequence: "players go on with the decoder that they have and fail")

    private var last: MeasuredSegment?

    package init() {}

    package mutating func take(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        defer { last = segment.facts.content == .encrypted ? last : segment.withoutMedia }
        guard let last, last.entry.sequence + 1 == segment.entry.sequence, !segment.entry.isDiscontinuity,
            segment.facts.content != .encrypted
        else { return }
        guard last.facts.content == segment.facts.content else {
            findings.add(
                segment.line, expected: "EXT-X-DISCONTINUITY, or \(last.facts.content.rawValue) as before",
                found: segment.facts.content.rawValue)
            return
        }
        guard let before = last.facts.initialization, let now = segment.facts.initialization,
            before.identity != now.identity
        else { return }
        let (one, two) = (Self.tracks(before), Self.tracks(now))
        guard one != two else { return }
        findings.add(segment.line, expected: "EXT-X-DISCONTINUITY, or the tracks as before (\(one))", found: two)
    }

    private static func tracks(_ facts: InitializationFacts) -> String {
        facts.measurement.tracks.map { "\($0.id) \($0.track.handler) \($0.track.sampleEntryCode)" }.joined(
            separator: ", ")
    }
}

extension MeasuredSegment {
    /// What is needed to compare with the next one.
    var withoutMedia: MeasuredSegment {
        var copy = self
        copy.facts.media = nil
        copy.facts.parts = []
        return copy
    }
}
