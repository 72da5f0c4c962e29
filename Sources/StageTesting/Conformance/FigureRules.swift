import StageKit

/// The rules for the figures that a stage contributes.
enum FigureRules {
    /// The maximum number of figures after the trials, whose input has few tracks. More suggest that labels contain
    /// names of files or times.
    private static let limit = 200

    /// Returns the first violation of a rule.
    static func violation(_ figures: StageFigures) -> StageConformance.Violation? {
        let readings = figures.readings
        if figures.refusedCount > 0 {
            return violation("a figure exceeds the limit, or has the name of another one with another kind or unit")
        }
        if readings.count > limit {
            return violation("\(readings.count) figures; labels may not contain names of files, clients or times")
        }
        return readings.lazy.compactMap(violation).first
    }

    private static func violation(_ reading: FigureReading) -> StageConformance.Violation? {
        let name = reading.nameWithUnit
        if !name.isHyphenatedWords { return violation("the name '\(name)' is not lower case with hyphens") }
        for key in reading.labels.keys where !key.isHyphenatedWords {
            return violation("the label '\(key)' of '\(name)' is not lower case with hyphens")
        }
        if reading.help.isEmpty || reading.help.hasSuffix(".") {
            return violation("the description of '\(name)' is empty or ends with a full stop")
        }
        return reading.value.isFinite ? nil : violation("the value of '\(name)' is \(reading.value)")
    }

    private static func violation(_ message: String) -> StageConformance.Violation {
        StageConformance.Violation("figure", message)
    }
}
