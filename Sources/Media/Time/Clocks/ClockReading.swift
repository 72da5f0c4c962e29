/// One moment on the monotonic clock and on the wall clock.
public struct ClockReading: Sendable, Hashable {
    /// The time of the monotonic clock.
    public var monotonic: MonotonicTime
    /// The date of the wall clock.
    public var wall: WallTime

    /// A moment from the times of the two clocks.
    public init(monotonic: MonotonicTime, wall: WallTime) {
        self.monotonic = monotonic
        self.wall = wall
    }

    /// The date of another moment, assuming that the wall clock is not set between the two.
    public func date(at time: MonotonicTime) -> WallTime { wall + (time - monotonic) }
}
