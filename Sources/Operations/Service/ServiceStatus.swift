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
        /// The number of failed runs since the last stable one.
        package var failures: Int
        /// The reason why the last run failed; nil if no run has failed since the last stable one.
        package var lastFailure: String?
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

    /// A folder or a remote store of movies.
    package struct MovieSource: Sendable, Codable, Hashable {
        package var path: String
        /// Whether its movies can be served.
        package var isAvailable: Bool

        package init(path: String, isAvailable: Bool) { (self.path, self.isAvailable) = (path, isAvailable) }
    }

    /// The server of movies.
    package struct Movies: Sendable, Codable, Hashable {
        /// The URL that the paths of movies are below; nil while the server does not run.
        package var url: String?
        /// The reason why the server does not run, which is retried; nil while it runs.
        package var problem: String?
        package var folders: [MovieSource]

        package init(url: String? = nil, problem: String? = nil, folders: [MovieSource] = []) {
            (self.url, self.problem, self.folders) = (url, problem, folders)
        }
    }

    /// The name of the service.
    package var service: String
    /// The time since the service started, in seconds.
    package var wallSeconds: Double
    /// Whether all files were read, and each pipeline that starts with the service was ready or has failed once.
    package var isReady: Bool
    package var pipelines: [Pipeline]
    /// The errors in folders and service files.
    package var problems: [String]
    /// The server of movies; nil without one.
    package var movies: Movies?
}
