import HLS
import ISOMedia
import Media

/// R84: RESOLUTION and FRAME-RATE match the video.
package struct ResolutionMatchesVideo: MeasurementRule {
    package static let facts = RuleFacts(
        "R84", "RESOLUTION is the cropped video size in square pixels, and FRAME-RATE is the measured frame rate",
        .appleMust,
        clause: "Apple 9.2, 9.15; RFC 8216bis 4.4.6.2", kinds: [.media],
        consequence: "players select variants by a wrong size or frame rate")

    package init() {}

    package func validate(_ presentation: MeasuredPresentation, _ findings: inout RuleFindings) {
        for variant in presentation.variants {
            guard let track = variant.video, let first = track.header.video else { continue }
            // Of several sizes, the largest one shows all the video.
            let others = variant.own.initializations.flatMap(\.measurement.tracks).compactMap(\.video)
            let video = others.reduce(first) { $0.squarePixelSize.area < $1.squarePixelSize.area ? $1 : $0 }
            if let text = variant.attributes.text("RESOLUTION") { compare(text, video, variant, &findings) }
            compareRate(track, variant, &findings)
        }
    }

    private func compare(
        _ text: String, _ video: CodedVideoFormat, _ variant: VariantMeasurement, _ findings: inout RuleFindings
    ) {
        let numbers = text.split(separator: "x").compactMap { Int($0) }
        guard numbers.count == 2 else { return }
        // Rotated video may be declared with its display size or its coded size.
        let shown = video.squarePixelSize
        let sizes = [shown, PixelSize(width: shown.height, height: shown.width), video.size]
        let isTurned = video.displayMatrix != nil
        for size in isTurned ? sizes : [shown]
        where abs(size.width - numbers[0]) <= 1 && abs(size.height - numbers[1]) <= 1 {
            return
        }
        findings.add(variant.place, expected: "RESOLUTION=\(shown)", found: text)
    }

    private func compareRate(
        _ track: RenditionTrack, _ variant: VariantMeasurement, _ findings: inout RuleFindings
    ) {
        guard let text = variant.attributes.text("FRAME-RATE"), let declared = Double(text), let rate = track.rate,
            track.sampleCount > 2, declared.isFinite
        else { return }
        // Of a variable frame rate, the highest rate is declared.
        let isWrong = track.hasSteadyRate ? abs(declared - rate) > max(0.002, rate / 2000) : declared < rate * 0.99
        guard isWrong else { return }
        findings.add(variant.place, expected: "FRAME-RATE=\(decimal(rate))", found: text)
    }
}

extension PixelSize {
    fileprivate var area: Int { width * height }
}

extension CodedVideoFormat {
    /// The display size in square pixels.
    var squarePixelSize: PixelSize {
        let size = cleanAperture?.size ?? size
        let width = (Double(size.width) * pixelAspect.value).rounded()
        return PixelSize(width: width < 1e6 ? Int(width) : size.width, height: size.height)
    }
}
