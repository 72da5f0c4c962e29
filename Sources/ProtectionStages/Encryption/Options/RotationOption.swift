package import Media
package import StageKit

/// The rotation of keys: a new key period after a time or a number of segments.
package struct RotationOption: OptionMapping, Hashable {
    package var interval: MediaTime?
    package var segments: Int?
    package var grace = MediaTime.seconds(60)

    package init() {}
    package static var fields: [OptionField<RotationOption>] {
        [
            .option(
                "interval", \.interval, in: .seconds(1)...(.seconds(31_536_000)),
                "Duration of a key period. It ends at the first segment boundary at or after it."),
            .option("segments", \.segments, in: 1...1_000_000, "Number of segments in a key period."),
            .option(
                "grace", \.grace, in: .zero...(.seconds(86_400)),
                "Maximum time for which the current keys remain in use if those of the next key period cannot be "
                    + "loaded. After it, segments of live sources are listed as gaps until keys are available."),
        ]
    }

    package var contradiction: (message: String, expected: String)? {
        (interval == nil) == (segments == nil)
            ? ("a key period has a duration or a number of segments", "interval or segments") : nil
    }
}
