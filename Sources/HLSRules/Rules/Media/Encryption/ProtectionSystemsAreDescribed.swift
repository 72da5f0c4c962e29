import HLS
import ISOMedia

/// S18: initialization sections contain the data of the key systems.
package struct ProtectionSystemsAreDescribed: SegmentRule {
    package static let facts = RuleFacts(
        "S18", "The initialization section has a pssh box for Widevine and PlayReady if EXT-X-KEY declares them",
        .should,
        clause: "ISO/IEC 23001-7 8.1", kinds: [.media],
        consequence: "players that take licence requests from the media cannot play it")

    private static let systems = [
        "urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed": ("Widevine", "edef8ba979d64acea3c827dcd51d21ed"),
        "com.microsoft.playready": ("PlayReady", "9a04f07998404286ab92e65be0885f95"),
    ]

    private var seen: Set<Int> = []

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        guard let facts = segment.facts.encryption, let section = segment.facts.initialization,
            seen.insert(section.identity).inserted
        else { return }
        for line in segment.entry.keys.map({ segment.playlist.text.lines[$0] }) {
            guard let format = line.attributes?.text("KEYFORMAT")?.lowercased(),
                let (name, system) = Self.systems[format], !facts.systems.contains(system)
            else { continue }
            findings.add(segment.initializationPlace(), expected: "a pssh box of \(name)", found: "none")
        }
    }
}
