import HLS
import ISOMedia
import Media

/// R50l: all variants show pictures of one shape.
package struct VariantsShareAspect: MeasurementRule {
    package static let facts = RuleFacts(
        "R50l", "All variants have the same aspect ratio", .appleShould, clause: "Apple 1.33", kinds: [.media],
        consequence: "the picture jumps where variants change")

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
            // Sizes are rounded to whole and even pixels.
            guard abs(aspect - first.aspect) > first.aspect * 0.015 else { continue }
            findings.add(variant.place, expected: "the shape of \(first.size)", found: "\(size)")
        }
    }
}
