import Glibc

/// A moment, as an origin needs to know it.
struct OriginTime: Sendable, Hashable {
    /// Nanoseconds of a clock that nobody sets.
    var elapsed: Int64
    /// Seconds since 1970.
    var date: Int64

    /// Now.
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
