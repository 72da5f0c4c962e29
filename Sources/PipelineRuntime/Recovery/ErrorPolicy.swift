/// The policy for a stage that throws.
public enum ErrorPolicy: String, Sendable, Hashable, CaseIterable {
    /// The run ends with the error.
    case fail
    /// The stage is replaced by a new instance, which continues with the open tracks. Data that the stage had buffered
    /// is lost.
    case restart
    /// The stage is removed from the flow: its input passes through unchanged, or is discarded if the stage is a sink.
    case bypass
}
