import HLS
import ISOMedia
import MPEGTransport
import Media

/// S3: a transport stream is one program.
package struct TransportStreamsHaveOneProgram: SegmentRule {
    package static let facts = RuleFacts(
        "S3", "A transport stream segment has one program", .must, clause: "RFC 8216bis 3.1.1", kinds: [.media],
        consequence: "players choose any of them")

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        guard let programs = segment.facts.transport?.tables.mapPIDs.keys.sorted(), programs.count > 1 else { return }
        findings.add(
            segment.place(), expected: "one program",
            found: "programs \(programs.prefix(8).map(String.init).joined(separator: ", "))")
    }
}
