import Synchronization

/// The offset that converts times of running elements to times of the run.
final class TimeShift: Sendable {
    /// The maximum difference from the clock that counts as delay, in nanoseconds.
    private static let maximumDelay: Int64 = 5_000_000_000

    private struct State {
        /// The offset in nanoseconds; nil before the first time.
        var amount: Int64?
        /// Keeps a stream with an independent clock synchronized to the run's clock; nil for other streams.
        var follower: ClockFollower?
    }

    private let clock: GStreamerClock?
    private let state: Mutex<State>

    /// A constant offset in nanoseconds.
    init(_ nanoseconds: Int64 = 0) {
        clock = nil
        state = Mutex(State(amount: nanoseconds))
    }

    /// No offset for streams that follow the clock. Streams with their own zero, as in RTMP and in MPEG-TS over TCP,
    /// start at the clock time at which their first time arrives, and are kept synchronized to it.
    init(anchoredTo clock: GStreamerClock) {
        self.clock = clock
        state = Mutex(State())
    }

    /// Returns the offset for `time` in nanoseconds. With `fromZero`, times are relative to the first one.
    func nanoseconds(for time: Int64?, fromZero: Bool) -> Int64 {
        state.withLock { state in
            guard let time, let clock else { return state.amount ?? 0 }
            if let amount = state.amount {
                guard state.follower != nil else { return amount }
                let now = clock.runningTime
                let step = state.follower?.step(late: now &- time &- amount, at: now) ?? 0
                state.amount = amount &+ step
                return amount &+ step
            }
            let now = clock.runningTime
            let difference = now &- time
            let isOwn = fromZero || difference.magnitude > UInt64(Self.maximumDelay)
            state = State(amount: isOwn ? difference : 0, follower: isOwn ? ClockFollower(at: now) : nil)
            return isOwn ? difference : 0
        }
    }
}
