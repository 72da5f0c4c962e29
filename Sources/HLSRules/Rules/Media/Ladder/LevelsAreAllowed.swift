import HLS
import ISOMedia
import Media

/// R50d: frame rates, profiles and levels are supported by Apple devices.
package struct LevelsAreAllowed: MeasurementRule {
    package static let facts = RuleFacts(
        "R50d",
        "Video has at most 60 frames/s and at most H.264 High 5.2, HEVC Main 10 5.1 or AV1 Main 6.2; one H.264 "
            + "variant has at most level 4.1",
        .appleMust, clause: "Apple 1.3, 1.6, 1.19, 1.37", kinds: [.media],
        consequence: "some devices cannot decode the variant")

    package init() {}

    package func validate(_ presentation: MeasuredPresentation, _ findings: inout RuleFindings) {
        let variants = presentation.variants
        for variant in variants {
            guard let track = variant.video else { continue }
            if let rate = track.rate, track.hasSteadyRate, rate > 60.5 {
                findings.add(variant.place, expected: "at most 60 frames/s", found: decimal(rate))
            }
            if let codec = track.header.codec, let limit = Self.limit(codec, track.header.video?.configuration) {
                findings.add(variant.place, expected: limit, found: codec)
            }
        }
        let levels = variants.compactMap { $0.video?.header.video?.configuration.avcLevel }
        let isAllAVC = levels.count == variants.count { $0.video != nil }
        if isAllAVC, let lowest = levels.min(), lowest > 41 {
            findings.add(
                presentation.presentation.multivariant.place, expected: "an H.264 variant with at most level 4.1",
                found: "\(Double(lowest) / 10) as the lowest level")
        }
    }

    /// Returns the limit that a configuration exceeds; nil if it is allowed.
    private static func limit(_ codec: String, _ configuration: CodecConfiguration?) -> String? {
        switch configuration {
        case .avc(let record):
            guard let fields = try? record.parse() else { return nil }
            let isAllowed = [66, 77, 88, 100].contains(fields.profile) && fields.level <= 52
            return isAllowed ? nil : "at most H.264 High profile, level 5.2"
        case .hevc(let record):
            guard let fields = try? record.parse() else { return nil }
            return (1...2).contains(fields.profile) && fields.level <= 153
                ? nil : "at most HEVC Main 10 profile, level 5.1"
        case .boxed("av01", _):
            guard let bytes = configuration?.box("av1C"), bytes.count >= 2 else { return nil }
            return bytes[1] >> 5 == 0 && bytes[1] & 31 <= 18 ? nil : "at most AV1 Main profile, level 6.2"
        default: return nil
        }
    }
}

extension CodecConfiguration {
    /// The level_idc of H.264; nil for other codecs.
    fileprivate var avcLevel: UInt8? {
        guard case .avc(let record) = self else { return nil }
        return try? record.parse().level
    }
}
