import HLS
import ISOMedia
import MPEGTransport
import Media

/// S2: transport stream segments start with their program tables.
package struct TransportStreamsBeginWithTables: SegmentRule {
    package static let facts = RuleFacts(
        "S2",
        "A transport stream segment has EXT-X-MAP, or PAT and PMT in its first two packets",
        .must, clause: "RFC 8216bis 3.1.1, 4.4.3.6", kinds: [.media],
        consequence: "players that start there find no streams; hls.js reports fragParsingError")

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        guard let transport = segment.facts.transport, segment.entry.map == nil else { return }
        // Entries of I-frame playlists omit the tables, which are at the start of their resource.
        if segment.playlist.text.isIFramesOnly, transport.tables.entries != nil { return }
        let place = segment.place(byteOffset: segment.facts.offset)
        if !transport.hasOwnTables {
            findings.add(place, expected: "PAT and PMT, or EXT-X-MAP", found: Self.found(transport.tables))
        } else if !transport.beginsWithTables {
            findings.add(
                place, expected: "PAT and PMT in the first two packets", found: "other packets before PAT and PMT",
                level: .should)
        }
    }

    private static func found(_ tables: ProgramTables) -> String {
        let found = tables.hasAssociation ? "PAT without PMT" : "no PAT"
        return tables.damagedSections > 0 ? "\(found), and a damaged table" : found
    }
}
