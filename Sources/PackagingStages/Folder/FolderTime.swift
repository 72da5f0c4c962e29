import Glibc
import Media
import StageKit

/// The clocks that a folder store uses.
struct FolderTime: Sendable {
    /// Nanoseconds of a monotonic clock.
    var elapsed: @Sendable () -> Int64
    /// Milliseconds since 1970.
    var date: @Sendable () -> Int64

    static let system = FolderTime(
        elapsed: { Self.nanoseconds(CLOCK_BOOTTIME) }, date: { Self.nanoseconds(CLOCK_REALTIME) / 1_000_000 })

    private static func nanoseconds(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }
}
