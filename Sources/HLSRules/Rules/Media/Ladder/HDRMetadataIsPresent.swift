import HLS
import ISOMedia
import Media

/// R50k: high dynamic range says how it was mastered and has what others can show.
package struct HDRMetadataIsPresent: MeasurementRule {
    package static let facts = RuleFacts(
        "R50k",
        "HDR10 has mastering display and light level, and beside variants of high range there are those of "
            + "standard range and of at most 30 pictures a second",
        .appleMust, clause: "Apple 1.8, 1.20, 1.21, 1.24, 1.35", kinds: [.text, .media],
        consequence: "colours are wrong, or devices without such a display show nothing")

    package init() {}

    package func validate(_ presentation: MeasuredPresentation, _ findings: inout RuleFindings) {
        let variants = presentation.variants.filter { $0.video?.header.video != nil }
        let high = variants.filter { ["PQ", "HLG"].contains($0.video?.header.video?.range ?? "") }
        guard let first = high.first else { return }
        for variant in high {
            guard let video = variant.video?.header.video, video.range == "PQ", !video.isLightDescribed else {
                continue
            }
            findings.add(
                variant.place, expected: "mdcv and clli, or the SEI messages in the configuration", found: "not both")
        }
        if high.count == variants.count {
            findings.add(first.place, expected: "variants of standard range beside those of high range", found: "none")
        }
        let rates = high.compactMap { $0.video?.rate }
        if let slowest = rates.min(), slowest > 30.5 {
            findings.add(
                first.place, expected: "a variant of high range with at most 30 pictures a second",
                found: "\(decimal(slowest)) at least")
        }
    }
}

extension CodedVideoFormat {
    /// Whether boxes or messages in the configuration say how pictures were mastered, or Dolby Vision does.
    fileprivate var isLightDescribed: Bool {
        if dolbyVision != nil { return true }
        var (display, light) = (masteringDisplay != nil, contentLight != nil)
        if case .hevc(let record) = configuration {
            let stored = VideoMetadataMessages(record)
            display = display || stored.masteringDisplay != nil
            light = light || stored.contentLight != nil
        }
        return display && light
    }
}
