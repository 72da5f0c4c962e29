import Glibc

/// A point in time on the monotonic clock and on the wall clock.
struct OriginTime: Sendable, Hashable {
    /// Nanoseconds on the monotonic clock.
    var elapsed: Int64
    /// Wall-clock time in seconds since 1970.
    var date: Int64

    static var now: OriginTime {
        let (elapsed, date) = (read(CLOCK_MONOTONIC), read(CLOCK_REALTIME))
        return OriginTime(
            elapsed: Int64(elapsed.tv_sec) &* 1_000_000_000 &+ Int64(elapsed.tv_nsec), date: Int64(date.tv_sec))
    }

    private static func read(_ clock: clockid_t) -> timespec {
        var time = timespec()
        clock_gettime(clock, &time)
        return time
    }
}
