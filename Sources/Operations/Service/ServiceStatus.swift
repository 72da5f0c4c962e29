package import PipelineRuntime

/// The status of a service: its pipelines with their states and runs.
package struct ServiceStatus: Sendable, Codable {
    /// The status of one pipeline.
    package struct Pipeline: Sendable, Codable {
        package var name: String
        /// The pipeline file.
        package var file: String
        /// `running`, `waiting`, `stopped`, `stopping`, `restarting`, `finished`, `failed` or `invalid`.
        package var state: String
        /// The reason for the state; empty if it is obvious.
        package var reason: String
        package var start: StartMode
        /// The number of restarts since the service started.
        package var restarts: Int
        /// The time until the next restart, in seconds; nil if none is scheduled.
        package var restartSeconds: Double?
        /// The URLs at which the pipeline is served.
        package var urls: [String]
        /// The time since the last request of a viewer, in seconds; nil if there was none.
        package var idleSeconds: Double?
        /// The diagnostics of the pipeline file; empty if it is valid.
        package var diagnostics: String
        /// The status of the current run, or of the last one.
        package var run: RunStatus?
    }

    /// The name of the service.
    package var service: String
    /// The time since the service started, in seconds.
    package var wallSeconds: Double
    package var pipelines: [Pipeline]
    /// The errors in folders and service files.
    package var problems: [String]
}
