import CGStreamer
import CGStreamerLibraries
import Media
import StageKit

/// The clock that a supervisor uses: the run's clock, in nanoseconds since the run started.
struct SupervisionClock: Sendable {
    var now: @Sendable () -> Int64
    /// Waits for a number of nanoseconds. Throws when the task is cancelled.
    var sleep: @Sendable (Int64) async throws -> Void
    /// The value of the monotonic clock at time zero; nil for virtual time.
    var origin: Int64?
    /// Starts the task that runs an open input. Virtual time counts the task before it first runs.
    var start: @Sendable (@escaping @Sendable () async -> Void) -> Task<Void, Never> = { work in
        Task { await work() }
    }

    /// The clock of the run that `context` belongs to.
    static func run(_ context: StageContext) -> SupervisionClock {
        let clock = RunClock.shared(context)
        return SupervisionClock(
            now: { Int64(clamping: gst_clock_get_time(clock.clock)) - Int64(clamping: clock.baseTime) },
            sleep: { try await Task.sleep(for: .nanoseconds($0)) }, origin: Int64(clamping: clock.baseTime))
    }
}
