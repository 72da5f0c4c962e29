/// The clock of a run: monotonic time, the date, and the media time of live sources.
///
/// Stages receive the clock of their run with their context and do not read the system's clocks, so that tests can
/// supply a clock that they advance.
public protocol MediaClock: Clock where Instant == MonotonicTime, Duration == Swift.Duration {
    /// The current time of the monotonic clock.
    var now: MonotonicTime { get }
    /// The current date.
    var wallTime: WallTime { get }
    /// The time at which the run started, with media time zero.
    var zero: MonotonicTime { get }
    /// Suspends until `time`; throws when the task is cancelled.
    func sleep(until time: MonotonicTime, tolerance: Swift.Duration?) async throws
    /// Starts a task that uses the clock. A virtual clock counts the task as running even before it first runs.
    @discardableResult
    func start(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never>
}

extension MediaClock {
    /// The media time of the run: zero at its start.
    public var mediaTime: MediaTime {
        // First, because the first use starts the clock of a run.
        let zero = zero
        return MediaTime(now - zero)
    }
    /// The current time of both clocks.
    public var reading: ClockReading { ClockReading(monotonic: now, wall: wallTime) }
    public var minimumResolution: Swift.Duration { .nanoseconds(1) }

    /// Suspends until the run's media time is `time`; throws when the task is cancelled.
    public func sleep(until time: MediaTime) async throws {
        try await sleep(until: zero + time.duration, tolerance: nil)
    }

    @discardableResult
    public func start(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> { Task { await work() } }
}
