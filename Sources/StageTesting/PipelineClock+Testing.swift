import Media
public import StageKit
import Synchronization

extension PipelineClock {
    /// Creates a clock that advances only when the test advances `clock`.
    public init(_ clock: VirtualClock) {
        self.init(now: { clock.now }, sleep: { try await clock.sleep(until: $0) })
    }

    /// Returns a clock that never waits: sleeping until a time sets the clock to that time.
    public static func instant() -> PipelineClock {
        let time = InstantTime()
        return PipelineClock(
            now: { time.value.withLock { $0 } },
            sleep: { until in
                try Task.checkCancellation()
                time.value.withLock { $0 = max($0, until) }
                await Task.yield()
            })
    }
}

private final class InstantTime: Sendable {
    let value = Mutex(MediaTime.zero)
}
