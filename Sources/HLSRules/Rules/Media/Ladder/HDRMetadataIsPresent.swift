import HLS
import ISOMedia
import Media

/// R50k: HDR video has mastering metadata and alternatives for other devices.
package struct HDRMetadataIsPresent: MeasurementRule {
    package static let facts = RuleFacts(
        "R50k",
        "HDR10 has mastering display and content light metadata, and HDR presentations also have SDR variants "
            + "and an HDR variant of at most 30 frames/s",
        .appleMust, clause: "Apple 1.8, 1.20, 1.21, 1.24, 1.35", kinds: [.text, .media],
        consequence: "colours are wrong, or devices without an HDR display show nothing")

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
                variant.place, expected: "mdcv and clli, or the equivalent SEI messages in hvcC",
                found: "at most one of them")
        }
        if high.count == variants.count {
            findings.add(first.place, expected: "SDR variants in addition to HDR variants", found: "none")
        }
        let rates = high.compactMap { $0.video?.rate }
        if let slowest = rates.min(), slowest > 30.5 {
            findings.add(
                first.place, expected: "an HDR variant with at most 30 frames/s",
                found: "at least \(decimal(slowest)) frames/s")
        }
    }
}

extension CodedVideoFormat {
    /// Whether boxes, SEI messages in the configuration, or Dolby Vision provide the mastering metadata.
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
