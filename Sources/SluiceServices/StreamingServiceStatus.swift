import Operations
public import PipelineRuntime

/// The status of a service: its pipelines with their states and runs.
public struct StreamingServiceStatus: Sendable {
    /// The status of one pipeline.
    public struct Pipeline: Sendable {
        /// The name: the one in the service file, or that of the file without its extension.
        public var name: String
        /// The path of the pipeline file.
        public var file: String
        public var state: PipelineState
        /// The reason for the state, such as the failure before a restart; empty if it is obvious.
        public var reason: String
        /// The number of restarts since the service started.
        public var restarts: Int
        /// The time until the next restart; nil if none is scheduled.
        public var restartDelay: Duration?
        /// The URLs at which the pipeline is served.
        public var urls: [String]
        /// The errors of the pipeline file in the format of a compiler; empty if it is valid.
        public var diagnostics: String
        /// The status of the current run, or of the last one; nil before the first.
        public var run: RunStatus?
    }

    /// The name of the service.
    public var name: String
    /// The pipelines, sorted by name.
    public var pipelines: [Pipeline]
    /// The errors in folders and service files, in the format of a compiler.
    public var problems: [String]

    init(_ status: ServiceStatus) {
        name = status.service
        problems = status.problems
        pipelines = status.pipelines.map { pipeline in
            Pipeline(
                name: pipeline.name, file: pipeline.file, state: PipelineState(rawValue: pipeline.state),
                reason: pipeline.reason, restarts: pipeline.restarts,
                restartDelay: pipeline.restartSeconds.map { .seconds($0) }, urls: pipeline.urls,
                diagnostics: pipeline.diagnostics, run: pipeline.run)
        }
    }
}
