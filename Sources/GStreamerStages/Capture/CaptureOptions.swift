import Media
import StageKit

/// The options that live sources have in common.
protocol CaptureOptions: StageOptions {
    var duration: MediaTime? { get set }
    var whenFull: OverflowPolicy { get set }
    var loss: LossOptions { get set }
}

extension CaptureOptions {
    /// The options for losses, without the filler.
    static var lossFields: [OptionField<Self>] {
        [
            .option("on-loss", \.loss.policy, LossOptions.policyHelp),
            .option("lost-after", \.loss.limit, in: LossOptions.limitRange, LossOptions.limitHelp),
        ]
    }

    /// Throws `invalid-options` if the duration is not above zero.
    func validateDuration(of kind: String) throws(StageError) {
        guard let duration, duration <= .zero else { return }
        throw StageError(.invalidOptions, "the duration of \(kind) must be above zero")
    }
}
