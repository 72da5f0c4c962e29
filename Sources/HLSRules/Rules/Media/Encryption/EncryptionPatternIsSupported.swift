import HLS
import ISOMedia
import Media

/// R30: cbcs uses the pattern that Apple devices support.
package struct EncryptionPatternIsSupported: SegmentRule {
    package static let facts = RuleFacts(
        "R30", "With cbcs, 1 of 10 blocks is encrypted in video (1:9), and all blocks in audio", .appleMust,
        clause: "Apple 13.7", kinds: [.media])

    private var seen: Set<Int> = []

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        guard let facts = segment.facts.initialization, seen.insert(facts.identity).inserted else { return }
        for track in facts.measurement.tracks {
            guard let protection = track.protection, protection.scheme == "cbcs", protection.hasTrackEncryption else {
                continue
            }
            let found = "\(protection.cryptBlocks):\(protection.skipBlocks)"
            let allowed = track.track.handler == "vide" ? ["1:9"] : ["0:0", "10:0", "1:0"]
            guard !allowed.contains(found) else { continue }
            findings.add(
                segment.initializationPlace(byteOffset: track.offset), expected: "the pattern \(allowed[0])",
                found: found)
        }
    }
}
