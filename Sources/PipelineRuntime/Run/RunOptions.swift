package import Media
package import StageKit

/// How a plan is run.
package struct RunOptions: Sendable {
    /// How much media to take from each track; nil for all of it.
    package var duration: MediaTime?
    /// How much each link holds.
    package var limits = LinkLimits()
    /// How long stages may take to end after a failure or an abort.
    package var grace = Duration.seconds(10)
    /// How long a stage may hold what it was given before the user is told.
    package var patience = Duration.seconds(5)
    /// What waits for the grace to pass; tests give a clock of their own.
    package var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    /// The time that the timed work of stages goes by.
    package var clock = PipelineClock.system()
    /// Told of every problem as it comes, with the name of the stage.
    package var onProblem: (@Sendable (String, Problem) -> Void)?
    /// Things that the stages of the run share.
    package var services = RunServices()

    /// The usual options.
    package init() {}
}
