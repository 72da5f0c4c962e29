import Glibc
public import Media
import Synchronization

/// The clocks of the operating system. No other file reads them.
///
/// The monotonic time is that of GStreamer's system clock.
public final class SystemClock: MediaClock {
    private let start = Mutex<MonotonicTime?>(nil)

    /// Creates the clock of a run, which starts when its media time is used for the first time.
    public init() {}

    public var now: MonotonicTime { Self.now }
    public var wallTime: WallTime { WallTime(nanoseconds: Self.read(CLOCK_REALTIME)) }
    public var zero: MonotonicTime {
        start.withLock { start in
            let zero = start ?? Self.now
            start = zero
            return zero
        }
    }

    public func sleep(until time: MonotonicTime, tolerance: Duration?) async throws {
        let clock = SuspendingClock()
        try await clock.sleep(until: clock.now + (time - Self.now), tolerance: tolerance)
    }

    /// The current time of the monotonic clock, for measurements of this process.
    public static var now: MonotonicTime { MonotonicTime(nanoseconds: read(CLOCK_MONOTONIC)) }
    /// The processor time that the process has used.
    package static var processorTime: Duration { .nanoseconds(read(CLOCK_PROCESS_CPUTIME_ID)) }
    /// The processor time that the calling thread has used.
    package static var threadTime: Duration { .nanoseconds(read(CLOCK_THREAD_CPUTIME_ID)) }

    private static func read(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }
}
