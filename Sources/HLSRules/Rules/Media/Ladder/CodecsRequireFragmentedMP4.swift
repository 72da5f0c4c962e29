import HLS
import ISOMedia
import Media

/// R50e: some codecs are permitted only in fragmented MP4.
package struct CodecsRequireFragmentedMP4: MeasurementRule {
    package static let facts = RuleFacts(
        "R50e", "HEVC, AV1 and lossless audio are in fragmented MP4, not in transport streams", .appleMust,
        clause: "Apple 1.5, 1.39, 2.25", kinds: [.text, .media], consequence: "players do not recognize the codec")

    private static let entries: Set<String> = ["hvc1", "hev1", "dvh1", "dvhe", "av01", "alac", "flac", "apac"]

    package init() {}

    package func validate(_ presentation: MeasuredPresentation, _ findings: inout RuleFindings) {
        for variant in presentation.variants where variant.own.contents.contains(.transportStream) {
            let codecs = variant.attributes.list("CODECS") + variant.own.codecs
            guard let codec = codecs.first(where: { Self.entries.contains(MeasuredCodec($0).entry) }) else { continue }
            findings.add(variant.place, expected: "\(codec) in fragmented MP4", found: "a transport stream")
        }
    }
}
