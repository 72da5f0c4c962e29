import HLS
import ISOMedia
import MPEGTransport
import Media

/// S2: a transport stream says of which streams it is made, at once.
package struct TransportStreamsBeginWithTables: SegmentRule {
    package static let facts = RuleFacts(
        "S2",
        "A transport stream segment has a PAT and a PMT, or an EXT-X-MAP; without one they are its first two packets",
        .must, clause: "RFC 8216bis 3.1.1, 4.4.3.6", kinds: [.media],
        consequence: "players that begin there find nothing to decode; hls.js reports fragParsingError")

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        guard let transport = segment.facts.transport, segment.entry.map == nil else { return }
        // An entry of an I-frame playlist leaves them out, and they stand where its resource begins.
        if segment.playlist.text.isIFramesOnly, transport.tables.entries != nil { return }
        let place = segment.place(byteOffset: segment.facts.offset)
        if !transport.hasOwnTables {
            findings.add(place, expected: "a PAT and a PMT, or EXT-X-MAP", found: Self.found(transport.tables))
        } else if !transport.beginsWithTables {
            findings.add(
                place, expected: "PAT and PMT in the first two packets", found: "other packets before them",
                level: .should)
        }
    }

    private static func found(_ tables: ProgramTables) -> String {
        let found = tables.hasAssociation ? "a PAT and no PMT" : "no PAT"
        return tables.damagedSections > 0 ? "\(found), and a table that is damaged" : found
    }
}
