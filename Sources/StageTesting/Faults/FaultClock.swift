public import Media
import Synchronization

/// The time of a faulty device: that of the world, that of a test, or none at all.
public struct FaultClock: Sendable {
    /// What it shows.
    public var now: @Sendable () -> MediaTime
    /// Waits until it shows `time` or later; throws when the task is cancelled.
    public var sleep: @Sendable (_ time: MediaTime) async throws -> Void

    /// A clock of these two.
    public init(
        now: @escaping @Sendable () -> MediaTime, sleep: @escaping @Sendable (_ time: MediaTime) async throws -> Void
    ) {
        self.now = now
        self.sleep = sleep
    }

    /// A clock that goes on when the test says so.
    public init(_ clock: VirtualClock) {
        self.init(now: { clock.now }, sleep: { try await clock.sleep(until: $0) })
    }

    /// The clock of the world, from zero on.
    public static func real() -> FaultClock {
        let start = ContinuousClock.now
        return FaultClock(
            now: { .nanoseconds(nanoseconds(start.duration(to: .now))) },
            sleep: { time in
                try await Task.sleep(until: start.advanced(by: .nanoseconds(time.nanoseconds)), clock: .continuous)
            })
    }

    /// A clock that never waits: whoever sleeps until a time makes it that time.
    public static func instant() -> FaultClock {
        let time = Time()
        return FaultClock(
            now: { time.value.withLock { $0 } },
            sleep: { until in
                try Task.checkCancellation()
                time.value.withLock { $0 = max($0, until) }
                await Task.yield()
            })
    }

    private final class Time: Sendable {
        let value = Mutex(MediaTime.zero)
    }

    private static func nanoseconds(_ duration: Duration) -> Int64 {
        duration.components.seconds * 1_000_000_000 + duration.components.attoseconds / 1_000_000_000
    }
}
