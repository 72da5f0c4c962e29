/// The state of a pipeline in a service. Later versions may add states.
public struct PipelineState: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The name of the state, as `sluice ps` prints it.
    public var rawValue: String
    /// Creates a state from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The pipeline file has errors.
    public static let invalid = PipelineState(rawValue: "invalid")
    /// The pipeline waits for the first request of a viewer.
    public static let waiting = PipelineState(rawValue: "waiting")
    /// The pipeline was stopped, or not yet started, by an operator.
    public static let stopped = PipelineState(rawValue: "stopped")
    public static let running = PipelineState(rawValue: "running")
    /// The run finishes its output.
    public static let stopping = PipelineState(rawValue: "stopping")
    /// The run failed and is started again after a delay.
    public static let restarting = PipelineState(rawValue: "restarting")
    /// The sources reached their end.
    public static let finished = PipelineState(rawValue: "finished")
    /// The run failed, and is not restarted.
    public static let failed = PipelineState(rawValue: "failed")
    /// The pipeline file was removed.
    public static let removed = PipelineState(rawValue: "removed")

    public var description: String { rawValue }
}
