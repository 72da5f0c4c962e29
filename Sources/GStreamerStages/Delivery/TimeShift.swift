import Synchronization

/// What is added to all times of running elements, so that they are times of the run.
final class TimeShift: Sendable {
    /// A difference from the clock that is no delay, in nanoseconds.
    private static let maximumDelay: Int64 = 5_000_000_000

    private struct State {
        /// In nanoseconds; nil before the first time that decides.
        var amount: Int64?
        /// What keeps a stream with a clock of its own on ours.
        var follower: ClockFollower?
    }

    private let clock: RunClock?
    private let state: Mutex<State>

    /// Always so many nanoseconds.
    init(_ nanoseconds: Int64 = 0) {
        clock = nil
        state = Mutex(State(amount: nanoseconds))
    }

    /// Nothing for what runs by the clock. Streams that count from a zero of their own, as those of RTMP and of MPEG-TS
    /// over TCP do, begin where the clock is when their first time comes, and are kept on it.
    init(anchoredTo clock: RunClock) {
        self.clock = clock
        state = Mutex(State())
    }

    /// What to add to `time`, in nanoseconds; `fromZero` where times count from the first one.
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
