import Glibc

/// The clocks that reports are measured with; nothing is ever decided by them.
enum Clock {
    /// Nanoseconds that never go back, from an arbitrary beginning.
    static var now: UInt64 { read(CLOCK_MONOTONIC) }
    /// Nanoseconds of processor time that the process has used.
    static var processorTime: UInt64 { read(CLOCK_PROCESS_CPUTIME_ID) }

    private static func read(_ clock: clockid_t) -> UInt64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
