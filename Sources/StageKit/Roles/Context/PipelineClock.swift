public import Media
import Synchronization

/// The clock of a run, used for the timed work of its stages and for the media time of live sources.
public struct PipelineClock: Sendable {
    /// Returns the current time.
    public let now: @Sendable () -> MediaTime
    /// Suspends until the clock reaches `time`; throws when the task is cancelled.
    public let sleep: @Sendable (_ time: MediaTime) async throws -> Void

    /// Creates a clock from the two functions.
    public init(
        now: @escaping @Sendable () -> MediaTime, sleep: @escaping @Sendable (_ time: MediaTime) async throws -> Void
    ) {
        self.now = now
        self.sleep = sleep
    }

    /// Returns a clock in real time, which starts at zero on its first use.
    public static func system() -> PipelineClock {
        let start = Start()
        return PipelineClock(
            now: { .nanoseconds(nanoseconds(start.zero.duration(to: .now))) },
            sleep: { time in
                try await Task.sleep(until: start.zero.advanced(by: .nanoseconds(time.nanoseconds)), clock: .continuous)
            })
    }

    /// The time of the clock's first use.
    private final class Start: Sendable {
        private let instant = Mutex<ContinuousClock.Instant?>(nil)
        var zero: ContinuousClock.Instant {
            instant.withLock { instant in
                let zero = instant ?? .now
                instant = zero
                return zero
            }
        }
    }

    private static func nanoseconds(_ duration: Duration) -> Int64 {
        duration.components.seconds * 1_000_000_000 + duration.components.attoseconds / 1_000_000_000
    }
}
