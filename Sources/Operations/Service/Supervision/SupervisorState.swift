package import Media

/// The state of a pipeline in a service.
package enum SupervisorState: Sendable, Hashable {
    /// The consequence of the end of a run that is being stopped.
    package enum Continuation: Sendable, Hashable {
        case restart
        case wait
        case stop
        case fail
        case remove
    }

    /// The pipeline file has errors.
    case invalid
    /// The pipeline waits for a viewer.
    case waiting
    /// The pipeline was stopped, or not yet started, by an operator.
    case stopped
    case running(since: MonotonicTime)
    /// The run finishes its output; it is aborted at a time.
    case stopping(then: Continuation, abortAt: MonotonicTime)
    /// The run failed and is started again at a time.
    case restarting(at: MonotonicTime)
    /// The sources reached their end.
    case finished
    /// The run failed, and is not restarted.
    case failed
    case removed

    /// The names of all states in which a pipeline can be observed.
    package static let names = [
        "running", "waiting", "stopped", "stopping", "restarting", "finished", "failed", "invalid",
    ]

    /// The name in statuses and messages.
    package var name: String {
        switch self {
        case .invalid: "invalid"
        case .waiting: "waiting"
        case .stopped: "stopped"
        case .running: "running"
        case .stopping: "stopping"
        case .restarting: "restarting"
        case .finished: "finished"
        case .failed: "failed"
        case .removed: "removed"
        }
    }

    /// Whether there is a run.
    package var hasRun: Bool {
        switch self {
        case .running, .stopping: true
        case .invalid, .waiting, .stopped, .restarting, .finished, .failed, .removed: false
        }
    }
}
