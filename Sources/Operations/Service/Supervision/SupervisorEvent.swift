/// An event that a supervisor handles.
package enum SupervisorEvent: Sendable, Hashable {
    /// The pipeline file was read for the first time, or its content has changed, and it is valid.
    case loaded
    /// The content of the file is invalid.
    case rejected
    /// The file does not exist any longer.
    case removed
    /// A viewer asked for the presentation.
    case requested
    /// No viewer has asked for a time.
    case idle
    /// An operator starts the pipeline.
    case start
    /// An operator restarts the pipeline, or starts it if it does not run.
    case restart
    /// An operator stops the pipeline.
    case stop
    /// The run cannot be changed to the new content of the file.
    case notReloadable
    /// The run makes no progress.
    case hung
    /// The run has ended.
    case ended(hasSucceeded: Bool)
    /// Time has passed.
    case tick
    /// The service ends.
    case shutdown
}
