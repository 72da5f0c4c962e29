import Synchronization

/// What is added to all times of running elements, so that they are times of the run.
final class TimeShift: Sendable {
    /// A difference from the clock that is no delay, in nanoseconds.
    private static let longestDelay: Int64 = 5_000_000_000

    private let clock: RunClock?
    /// In nanoseconds; nil before the first time that decides.
    private let amount: Mutex<Int64?>

    /// Always so many nanoseconds.
    init(_ nanoseconds: Int64 = 0) {
        clock = nil
        amount = Mutex(nanoseconds)
    }

    /// Nothing for what runs by the clock. Streams that count from a zero of their own, as those of RTMP and of MPEG-TS
    /// over TCP do, begin where the clock is when their first time comes.
    init(anchoredTo clock: RunClock) {
        self.clock = clock
        amount = Mutex(nil)
    }

    /// What to add to `time`, in nanoseconds; `fromZero` where times count from the first one.
    func nanoseconds(for time: Int64?, fromZero: Bool) -> Int64 {
        amount.withLock { amount in
            if let amount { return amount }
            guard let time, let clock else { return 0 }
            let difference = clock.runningTime &- time
            let decided = fromZero || difference.magnitude > UInt64(Self.longestDelay) ? difference : 0
            amount = decided
            return decided
        }
    }
}
