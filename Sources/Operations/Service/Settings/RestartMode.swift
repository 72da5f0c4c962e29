import StageKit

/// The policy of a service for pipelines whose run has ended.
package enum RestartMode: String, OptionValue, CaseIterable {
    case never
    /// Restarts runs that failed.
    case onFailure = "on-failure"
    /// Restarts all runs, also those whose sources reached their end.
    case always
}
