import HLS
import ISOMedia
import Media

/// R83: CODECS matches the codec configurations.
package struct CodecsMatchConfiguration: MeasurementRule {
    package static let facts = RuleFacts(
        "R83", "Profile, tier and level in CODECS match the codec configuration", .must,
        clause: "RFC 6381 3.3; RFC 8216bis 4.4.6.2", kinds: [.media],
        consequence: "players select a variant that they cannot decode, or skip a playable one")

    package init() {}

    package func validate(_ presentation: MeasuredPresentation, _ findings: inout RuleFindings) {
        for variant in presentation.variants {
            let contents = variant.renditions.reduce(into: Set()) { $0.formUnion($1.contents) }
            let isImplicit = !contents.isDisjoint(with: [.transportStream, .packedAudio])
            let measured = variant.renditions.flatMap(\.codecs).map(MeasuredCodec.init)
            for name in variant.attributes.list("CODECS") {
                let declared = MeasuredCodec(name)
                let kin = measured.filter { $0.entry == declared.entry }
                guard !kin.isEmpty, !kin.contains(where: declared.matches) else { continue }
                // ADTS does not signal spectral band replication.
                if isImplicit, kin.contains(where: declared.extends) { continue }
                let isNear = kin.contains(where: declared.differsInConstraints)
                findings.add(
                    variant.place, expected: kin.map(\.name).joined(separator: " or "), found: name,
                    level: isNear ? .should : nil)
            }
        }
    }
}
