package import Media
package import StageKit
import SystemTime

/// Settings of a run.
package struct RunOptions: Sendable {
    /// Duration of the run's media; nil for no limit.
    package var duration: MediaTime?
    /// Capacity of each link.
    package var limits = LinkLimits()
    /// Grace period: maximum time for stages to end after a failure or an abort.
    package var grace = Duration.seconds(10)
    /// Time that a stage may spend on a message before a warning is reported.
    package var blockedTimeout = Duration.seconds(5)
    /// Sleeps for the grace period. Tests supply a controlled clock.
    package var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    /// The clock for the timed work of stages.
    package var clock: any MediaClock = SystemClock()
    /// Called immediately for every event, on the thread that causes it; must return at once.
    package var onEvent: (@Sendable (PipelineEvent) -> Void)?
    /// The effect on live playlists of a stop that does not state it.
    package var stopMode = StopMode.finish
    /// The effect on live playlists of the end of the sources, and of the duration of the run.
    package var endMode = StopMode.finish
    /// Services shared by the stages of the run.
    package var services = SharedServices()

    /// The executor of the stages; nil for the shared threads of the process.
    package var executor: (any TaskExecutor)?

    /// Creates the default options.
    package init() {}
}
