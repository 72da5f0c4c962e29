import Glibc

/// The clocks used for reports. They do not affect the media.
enum Clock {
    /// The monotonic clock, in nanoseconds since an arbitrary start.
    static var now: UInt64 { read(CLOCK_MONOTONIC) }
    /// The processor time that the process has used, in nanoseconds.
    static var processorTime: UInt64 { read(CLOCK_PROCESS_CPUTIME_ID) }

    private static func read(_ clock: clockid_t) -> UInt64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
