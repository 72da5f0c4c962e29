/// Decides whether a sink that fails is retried while the run continues.
package struct OutputTolerance: Sendable {
    /// The rule for the errors of a sink.
    package enum Rule: Sendable {
        /// Every error ends the run.
        case ending
        /// Errors of live runs are retried, except for a wrong setting of the only sink.
        case liveRuns
        /// Every error is retried, except for contradictory options.
        case always
    }

    private let rule: Rule
    private let isLive: @Sendable () -> Bool
    private let hasOtherSinks: @Sendable () -> Bool

    /// `isLive` returns whether a source of the run delivers live media, and `hasOtherSinks` whether another sink runs.
    package init(
        _ rule: Rule = .ending, isLive: @escaping @Sendable () -> Bool = { false },
        hasOtherSinks: @escaping @Sendable () -> Bool = { false }
    ) {
        self.rule = rule
        self.isLive = isLive
        self.hasOtherSinks = hasOtherSinks
    }

    /// Whether the run may continue after an error.
    package var isPermitted: Bool {
        switch rule {
        case .ending: false
        case .liveRuns: isLive()
        case .always: true
        }
    }

    /// Returns whether the run continues after this error. `hasWorked` states whether the sink has written output before,
    /// so that its settings are not the cause.
    package func continues(after error: any Error, hasWorked: Bool) -> Bool {
        let stageError = error as? StageError
        guard isPermitted, stageError?.persistence != .ending, stageError?.code != .invalidOptions else { return false }
        switch stageError?.persistence {
        case .temporary, .outOfSpace: return true
        default: return hasWorked || rule == .always || hasOtherSinks()
        }
    }
}
