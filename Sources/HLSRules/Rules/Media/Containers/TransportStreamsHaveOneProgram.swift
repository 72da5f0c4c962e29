import HLS
import ISOMedia
import MPEGTransport
import Media

/// S3: transport stream segments contain one program.
package struct TransportStreamsHaveOneProgram: SegmentRule {
    package static let facts = RuleFacts(
        "S3", "A transport stream segment contains one program", .must, clause: "RFC 8216bis 3.1.1", kinds: [.media],
        consequence: "players play an arbitrary one")

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        guard let programs = segment.facts.transport?.tables.mapPIDs.keys.sorted(), programs.count > 1 else { return }
        findings.add(
            segment.place(), expected: "one program",
            found: "programs \(programs.prefix(8).map(String.init).joined(separator: ", "))")
    }
}
