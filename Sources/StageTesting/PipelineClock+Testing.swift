import Media
public import StageKit
import Synchronization

extension PipelineClock {
    /// A clock that goes on when the test says so.
    public init(_ clock: VirtualClock) {
        self.init(now: { clock.now }, sleep: { try await clock.sleep(until: $0) })
    }

    /// A clock that never waits: whoever sleeps until a time makes it that time.
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
