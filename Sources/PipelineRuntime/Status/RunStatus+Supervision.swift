extension RunStatus {
    /// The state of a pipeline in a service, which starts, stops and restarts its runs.
    public struct Supervision: Sendable, Codable, Hashable {
        /// `running`, `waiting`, `stopped`, `stopping`, `restarting`, `finished`, `failed` or `invalid`.
        public package(set) var state: String
        /// The reason for the state; empty if it is obvious.
        public package(set) var reason: String
        /// The number of restarts since the service started.
        public package(set) var restarts: Int
        /// The number of failed runs since the last stable one.
        public package(set) var failures: Int
        /// The reason why the last run failed; nil if no run has failed since the last stable one.
        public package(set) var lastFailure: String?
        /// The time until the next restart, in seconds; nil if none is scheduled.
        public package(set) var restartSeconds: Double?
        /// The errors of the current content of the pipeline file; empty if it is valid. A run in progress uses the
        /// content before.
        public package(set) var diagnostics: String

        /// Creates the state of a pipeline.
        package init(
            state: String, reason: String = "", restarts: Int = 0, failures: Int = 0, lastFailure: String? = nil,
            restartSeconds: Double? = nil, diagnostics: String = ""
        ) {
            (self.state, self.reason, self.restarts, self.failures) = (state, reason, restarts, failures)
            (self.lastFailure, self.restartSeconds, self.diagnostics) = (lastFailure, restartSeconds, diagnostics)
        }

        /// The reason for the state, or the reason why an operator has to look at a pipeline that runs.
        package var explanation: String {
            if !diagnostics.isEmpty, state == "running" || state == "stopping" {
                return "the changed file has errors; the run continues unchanged"
            }
            if !reason.isEmpty, state != "running" { return reason }
            return lastFailure.map { "the last run failed: \($0)" } ?? reason
        }
    }
}
