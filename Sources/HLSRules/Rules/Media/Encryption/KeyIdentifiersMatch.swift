import HLS
import ISOMedia

/// S17: playlist and media have the same key identifiers.
package struct KeyIdentifiersMatch: SegmentRule {
    package static let facts = RuleFacts(
        "S17", "KEYID in EXT-X-KEY is a KID of the samples, and pssh boxes with KIDs list it",
        .must, clause: "ISO/IEC 23001-7 8.1, 8.2", kinds: [.media],
        consequence: "players request a key that does not decrypt the samples, and wait")

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        SampleEncryptionFacts.report([.systemKeys], of: segment, &findings)
        guard let facts = segment.facts.encryption, !facts.keyIDs.isEmpty else { return }
        for line in segment.entry.keys.map({ segment.playlist.text.lines[$0] }) {
            guard let text = line.attributes?.text("KEYID")?.lowercased(), text.hasPrefix("0x") else { continue }
            let keyID = text.dropFirst(2)
            guard !facts.keyIDs.contains(String(keyID)) else { continue }
            findings.add(
                segment.playlist.place(line), expected: "KEYID=0x\(facts.keyIDs.sorted()[0]), the KID of the samples",
                found: "KEYID=0x\(keyID.prefix(40))")
        }
    }
}
