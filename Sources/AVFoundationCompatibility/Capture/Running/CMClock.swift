import Media
import SystemTime

/// A source of time: always the host's monotonic clock.
public final class CMClock: Sendable {
    private init() {}

    /// The clock of the host, on whose timeline captured media has its times.
    public static let hostTimeClock = CMClock()

    /// The current time, in nanoseconds.
    public var time: CMTime { CMTime(value: SystemClock.now.nanoseconds, timescale: 1_000_000_000) }
}

/// Returns the clock of the host.
public func CMClockGetHostTimeClock() -> CMClock { .hostTimeClock }

/// Returns the current time of a clock.
public func CMClockGetTime(_ clock: CMClock) -> CMTime { clock.time }
