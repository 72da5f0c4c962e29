import HLS
import ISOMedia
import Media

/// R120: declared captions are in the video.
package struct CaptionsAreInVideo: MeasurementRule {
    package static let facts = RuleFacts(
        "R120", "Video of variants with closed captions contains caption data", .should,
        clause: "RFC 8216bis 4.4.6.1 (INSTREAM-ID)", kinds: [.media],
        consequence: "players offer captions that are never shown")

    package init() {}

    package func validate(_ presentation: MeasuredPresentation, _ findings: inout RuleFindings) {
        let declared = presentation.presentation.multivariant.renditions("CLOSED-CAPTIONS")
        for variant in presentation.variants where variant.own.contents == [.fragmentedMP4] {
            guard let group = variant.attributes.text("CLOSED-CAPTIONS"), let video = variant.own.video,
                let line = declared.first(where: { $0.attributes?.text("GROUP-ID") == group }),
                [.avc, .hevc].contains(video.header.video?.configuration.captionCoding), video.captionCount == 0,
                variant.own.initializations.allSatisfy({ $0.measurement.tracks.allSatisfy { $0.protection == nil } })
            else { continue }
            findings.add(
                variant.place, expected: "\(line.attributes?.text("INSTREAM-ID") ?? "captions") in the video",
                found: "no caption data in \(video.sampleCount) frames")
        }
    }
}

extension CodecConfiguration {
    fileprivate enum CaptionCoding { case avc, hevc }

    /// The coding, if its samples are examined for captions.
    fileprivate var captionCoding: CaptionCoding? {
        switch self {
        case .avc: .avc
        case .hevc: .hevc
        default: nil
        }
    }
}
