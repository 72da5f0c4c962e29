public import Media
import Synchronization

/// The time of a run, which the timed work of its stages goes by; live sources count media time on it.
public struct PipelineClock: Sendable {
    /// What it shows.
    public let now: @Sendable () -> MediaTime
    /// Waits until it shows `time` or later; throws when the task is cancelled.
    public let sleep: @Sendable (_ time: MediaTime) async throws -> Void

    /// A clock of these two.
    public init(
        now: @escaping @Sendable () -> MediaTime, sleep: @escaping @Sendable (_ time: MediaTime) async throws -> Void
    ) {
        self.now = now
        self.sleep = sleep
    }

    /// A clock of the world, which begins at zero when it is first looked at.
    public static func system() -> PipelineClock {
        let start = Start()
        return PipelineClock(
            now: { .nanoseconds(nanoseconds(start.zero.duration(to: .now))) },
            sleep: { time in
                try await Task.sleep(until: start.zero.advanced(by: .nanoseconds(time.nanoseconds)), clock: .continuous)
            })
    }

    /// When the clock was first looked at.
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
