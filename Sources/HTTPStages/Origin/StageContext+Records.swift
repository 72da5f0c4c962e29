import StageKit

extension StageContext {
    /// Reports that files are published without a record.
    func reportUnrecorded(_ failure: StageError) {
        reportWarning(
            "unrecorded",
            "\(failure.message); files are published without a record, so that the next run skips numbers")
    }
}
