import Media
import StageKit

/// Applies the error policy of a stage that runs in a separate task.
struct ErrorPolicyHandler {
    private let policy: ErrorPolicy
    private let context: StageContext
    private var limiter = RestartLimiter()

    init(_ policy: ErrorPolicy, _ context: StageContext) {
        self.policy = policy
        self.context = context
    }

    /// Handles an error: returns true to restart the stage and false to bypass it; rethrows errors that end the run.
    mutating func shouldRestart(after error: any Error) async throws -> Bool {
        // The run is over, so that a restart cannot succeed.
        if error is RunEndedError || error is CancellationError || Task.isCancelled { throw error }
        switch policy {
        case .automatic, .stop, .retry: throw error
        case .restart:
            guard limiter.consumeRestart(at: context.clock.now), !context.stop.isRaised else { throw error }
            context.reportWarning(
                ProblemCode.stageRestarted, "\(error); restarted the stage, its buffered data is lost")
            recordLoss(delay: .milliseconds(limiter.delay))
            try await Task.sleep(for: .milliseconds(limiter.delay))
            context.restartTrackIDs()
            return true
        case .bypass:
            context.reportWarning("stage-bypassed", "\(error); the stage is bypassed from now on")
            recordLoss(delay: .zero)
            return false
        }
    }

    /// Records the media that is lost until the stage continues.
    private func recordLoss(delay: Duration) {
        let now = context.clock.mediaTime
        context.services.value { MediaLosses() }.record(
            "stage '\(context.stageName)' failed and was replaced",
            from: MediaInstant(now - .seconds(2)), until: MediaInstant(now + MediaTime(delay) + .seconds(2)))
    }
}
