/// An action that a supervisor requests.
package enum SupervisorAction: Sendable, Hashable {
    /// Load the file and run it.
    case start
    /// Apply the file to the run.
    case reload
    /// Stop the sources, and let the run finish its output.
    case stop
    /// End the run without finishing its output.
    case abort
    /// Remove the pipeline from the service.
    case remove
}
