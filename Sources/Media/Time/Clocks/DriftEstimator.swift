/// Estimates the true capture times of a device's samples from timestamps with jitter.
///
/// A device's crystal runs some parts per million faster or slower than the clock of the run. The timestamps of blocks
/// may be late by any amount, because a busy machine delays them, but are hardly ever early. Therefore only the least
/// late timestamp of each second counts, and a line with a memory of about a minute is fitted through those: at first
/// by ordinary least squares, then with the constant gains that this filter has reached.
package struct DriftEstimator: Sendable {
    /// The largest deviation that counts as jitter, in nanoseconds. A larger one is a step: samples are missing or
    /// duplicated.
    package static let maximumJitter = 10e6
    /// The limit of the estimated drift, in parts per million. No crystal deviates more.
    package static let maximumDrift = 2000.0
    /// The memory of the line in seconds.
    private static let memory = 64

    /// The nominal sample rate of the device in Hz.
    private let rate: Double
    /// A point on the line: a sample position and its time in nanoseconds, as an integer part and a remainder.
    private var position: Int64
    private var time: MediaInstant
    private var rest = 0.0
    /// The slope of the line minus one: excess of measured over nominal time, in nanoseconds per nanosecond.
    private var slope = 0.0
    private var best: (position: Int64, lateness: Double)?
    private var windowEnd: Int64
    /// Starts as if 8 s without drift had been observed, because the first timestamps alone do not determine a rate.
    private var count = 8

    /// A line that starts at the first sample.
    ///
    /// - Parameters:
    ///   - rate: nominal sample rate in Hz, above zero
    ///   - position: number of the first sample
    ///   - time: capture time of the first sample
    package init(rate: Int, position: Int64, time: MediaInstant) {
        precondition(rate > 0, "a device has samples")
        self.rate = Double(rate)
        self.position = position
        self.time = time
        windowEnd = position &+ Int64(rate)
    }

    /// The deviation of the device's sample rate from the nominal rate in parts per million; negative if the device is
    /// slow.
    package var drift: Double { -slope / (1 + slope) * 1e6 }
    /// The number of one-second windows observed, at most 64.
    package var observedSeconds: Int { count - 8 }

    /// The estimated capture time of the sample at `position`, in nanoseconds after `origin`.
    package func time(of position: Int64, since origin: MediaInstant) -> Double {
        Self.distance(origin, time) + rest + nominalTime(position) * (1 + slope)
    }

    /// Adds the timestamp of the block that begins with the sample at `position`. Positions must increase.
    package mutating func observe(position: Int64, time: MediaInstant) {
        let lateness = Self.distance(self.time, time) - rest - nominalTime(position) * (1 + slope)
        if lateness < best?.lateness ?? .infinity { best = (position, lateness) }
        guard position >= windowEnd, let found = best else { return }
        update(found.position, lateness: found.lateness)
        windowEnd = position &+ Int64(rate)
        best = nil
    }

    /// The time between two captures, in nanoseconds.
    private static func distance(_ begin: MediaInstant, _ end: MediaInstant) -> Double {
        Double(end.nanoseconds &- begin.nanoseconds)
    }

    /// The nominal time from the line's point to a position, in nanoseconds.
    private func nominalTime(_ position: Int64) -> Double { Double(position &- self.position) / rate * 1e9 }

    private mutating func update(_ position: Int64, lateness: Double) {
        let step = nominalTime(position)
        advance(to: position, by: step)
        // A step is not evidence of a different rate.
        if abs(lateness) > Self.maximumJitter { return rest += lateness }
        count = min(count + 1, Self.memory + 8)
        let size = Double(min(count, Self.memory))
        rest += lateness * 2 * (2 * size - 1) / (size * (size + 1))
        if step > 0 { slope += lateness * 6 / (size * (size + 1)) / step }
        let limit = Self.maximumDrift / 1e6
        slope = max(-limit, min(limit, slope))
    }

    /// Moves the line's point along the line and carries whole nanoseconds over from the remainder to the integer part.
    private mutating func advance(to position: Int64, by step: Double) {
        let nanoseconds = rest + step * (1 + slope)
        let whole = nanoseconds.rounded(.down)
        time = time + .nanoseconds(Int64(exactly: whole) ?? 0)
        rest = nanoseconds - whole
        self.position = position
    }
}
