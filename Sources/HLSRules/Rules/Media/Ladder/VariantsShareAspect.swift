import HLS
import ISOMedia
import Media

/// R50l: all variants have the same aspect ratio.
package struct VariantsShareAspect: MeasurementRule {
    package static let facts = RuleFacts(
        "R50l", "All variants have the same aspect ratio", .appleShould, clause: "Apple 1.33", kinds: [.media],
        consequence: "the video changes its shape at variant switches")

    package init() {}

    package func validate(_ presentation: MeasuredPresentation, _ findings: inout RuleFindings) {
        var expected: (size: PixelSize, aspect: Double)?
        for variant in presentation.variants {
            guard let size = variant.video?.header.video?.squarePixelSize, size.height > 0 else { continue }
            let aspect = Double(size.width) / Double(size.height)
            guard let first = expected else {
                expected = (size, aspect)
                continue
            }
            // Sizes are rounded to integer and even numbers of pixels.
            guard abs(aspect - first.aspect) > first.aspect * 0.015 else { continue }
            findings.add(variant.place, expected: "the aspect ratio of \(first.size)", found: "\(size)")
        }
    }
}
