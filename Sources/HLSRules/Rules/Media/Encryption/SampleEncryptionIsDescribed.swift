import HLS
import ISOMedia
import Media

/// B23: fragments describe the encryption of their samples.
package struct SampleEncryptionIsDescribed: SegmentRule {
    package static let facts = RuleFacts(
        "B23", "A fragment with per-sample initialization vectors or subsamples has senc, or saiz and saio", .must,
        clause: "ISO/IEC 23001-7 7.2; ISO/IEC 14496-12 8.7.8", kinds: [.media],
        consequence: "players cannot decrypt the samples")

    package init() {}

    package mutating func process(_ segment: MeasuredSegment, _ findings: inout RuleFindings) {
        guard let header = segment.facts.initialization?.measurement, let media = segment.facts.media else { return }
        for fragment in media.fragments.flatMap(\.tracks) where !fragment.hasSampleEncryption {
            guard let track = header.track(fragment.trackID),
                let protection = track.protection(of: fragment.descriptionIndex),
                protection.isProtected,
                protection.vectorSize > 0 || protection.hasTrackEncryption && track.track.handler == "vide"
            else { continue }
            findings.add(
                segment.place(byteOffset: fragment.offset), expected: "senc, or saiz and saio in traf", found: "neither"
            )
        }
    }
}
