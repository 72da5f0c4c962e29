import StageKit

/// Runs a stage of its own task again and again, as its policy says.
struct StageRetry {
    private let policy: ErrorPolicy
    private let context: StageContext
    private var budget = RestartBudget()

    init(_ policy: ErrorPolicy, _ context: StageContext) {
        self.policy = policy
        self.context = context
    }

    /// What is to be done after an error: true to begin anew, false to do without; throws what ends the run.
    mutating func beginsAnew(after error: any Error) async throws -> Bool {
        // The run is over, which no stage can mend.
        if error is RunEnded || error is CancellationError || Task.isCancelled { throw error }
        switch policy {
        case .fail: throw error
        case .restart:
            guard budget.take(at: Clock.now), !context.stop.isRaised else { throw error }
            context.warn("stage-restarted", "\(error); the stage is begun anew, what it held is lost")
            try await Task.sleep(for: .milliseconds(budget.delay))
            context.beginTracksAgain()
            return true
        case .bypass:
            context.warn("stage-bypassed", "\(error); the stage is left out from here on")
            return false
        }
    }
}
