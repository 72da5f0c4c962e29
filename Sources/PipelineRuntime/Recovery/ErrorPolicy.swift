/// The policy for a stage that throws.
public enum ErrorPolicy: String, Sendable, Hashable, CaseIterable {
    /// A sink of a live run is retried, so that the others continue; every other error ends the run. The default.
    case automatic
    /// The run ends with the error.
    case stop
    /// The sink is retried until it works or the run ends. Its input is discarded meanwhile.
    case retry
    /// The stage is replaced by a new instance, which continues with the open tracks. Data that the stage had buffered
    /// is lost.
    case restart
    /// The stage is removed from the flow: its input passes through unchanged, or is discarded if the stage is a sink.
    case bypass

    /// The former name of ``stop``.
    public static var fail: ErrorPolicy { .stop }

    /// Returns the policy with this name in pipeline files, which may be the former name of ``stop``; nil if there is
    /// none.
    package init?(name: String) { self.init(rawValue: name == "fail" ? "stop" : name) }
}
