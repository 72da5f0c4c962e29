import Media
package import StageKit

extension SegmentFragmentedMP4: WarningStage {
    package func warnings(in place: StagePosition) -> [StageWarning] {
        guard let part = configuredPart, part > interval else { return [] }
        var error = StageWarning(
            code: "part-above-interval",
            message: "parts of \(part) are longer than the segments of \(interval) that they divide", option: "part",
            notes: ["set part to \(interval) or less, or interval to \(part) or more"])
        error.severity = .error
        return [error]
    }
}
