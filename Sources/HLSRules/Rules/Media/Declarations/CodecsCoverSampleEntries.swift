import HLS
import ISOMedia
import Media

/// R82M: CODECS covers all sample entries of a variant and its renditions.
package struct CodecsCoverSampleEntries: MeasurementRule {
    package static let facts = RuleFacts(
        "R82M", "CODECS lists the format of every sample entry in the variant and its renditions", .must,
        clause: "RFC 8216bis 4.4.6.2; Apple 9.1", kinds: [.media],
        consequence: "players create no decoder for the format or treat the variant as audio-only or video-only")

    package init() {}

    package func validate(_ presentation: MeasuredPresentation, _ findings: inout RuleFindings) {
        for variant in presentation.variants where variant.attributes.has("CODECS") {
            let named = Set(variant.attributes.list("CODECS").map { MeasuredCodec($0).entry })
            let measured = variant.renditions.flatMap(\.codecs)
            for codec in measured where !named.contains(MeasuredCodec(codec).entry) {
                findings.add(
                    variant.place, expected: "\(codec) in CODECS",
                    found: variant.attributes.text("CODECS") ?? "")
            }
        }
    }
}
