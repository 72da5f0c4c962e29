/// When the samples of a device were really captured, told from time stamps that jitter.
///
/// A crystal that counts samples runs some parts per million fast or slow against the clock of the run. Time stamps
/// of blocks may be late by any amount, because a busy machine looks late, and hardly ever early. So of each second
/// only the least late one counts, and a line with a memory of a minute is kept through those: first by ordinary least
/// squares, then with the fixed gains that the filter has come to by then.
package struct DriftEstimator: Sendable {
    /// Beyond this, in nanoseconds, a step is taken for what it says: samples are missing, or came twice.
    package static let longestJitter = 10e6
    /// No crystal is worse than this, in parts per million.
    package static let largestDrift = 2000.0
    /// How many seconds the line remembers.
    private static let memory = 64

    /// Samples of the device in a second, by name.
    private let rate: Double
    /// A point of the line: a position and, in two parts, its time in nanoseconds.
    private var position: Int64
    private var time: Int64
    private var rest = 0.0
    /// Nanoseconds of clock beyond those by name, for each nanosecond by name.
    private var slope = 0.0
    private var best: (position: Int64, time: Int64, lateness: Double)?
    private var windowEnd: Int64
    /// As if no drift had been seen for some seconds: the first time stamps alone say nothing about a rate.
    private var count = 8

    /// A line that begins at the first sample.
    ///
    /// - Parameters:
    ///   - rate: samples in a second, above zero
    ///   - position: the number of the first sample
    ///   - time: when it was captured, in nanoseconds of the run's clock
    package init(rate: Int, position: Int64, time: Int64) {
        precondition(rate > 0, "a device has samples")
        self.rate = Double(rate)
        self.position = position
        self.time = time
        windowEnd = position &+ Int64(rate)
    }

    /// How much faster than by name the device counts, in parts per million; below zero when it is slow.
    package var drift: Double { -slope / (1 + slope) * 1e6 }
    /// How many seconds have been looked at.
    package var observedSeconds: Int { count - 8 }

    /// How many nanoseconds after `origin` the sample at a position was captured.
    package func time(of position: Int64, since origin: Int64) -> Double {
        Double(time &- origin) + rest + named(position) * (1 + slope)
    }

    /// Takes the time stamp of the block that begins with the sample at `position`; positions rise.
    package mutating func observe(position: Int64, time: Int64) {
        let lateness = Double(time &- self.time) - rest - named(position) * (1 + slope)
        if lateness < best?.lateness ?? .infinity { best = (position, time, lateness) }
        guard position >= windowEnd, let found = best else { return }
        update(found.position, lateness: found.lateness)
        windowEnd = position &+ Int64(rate)
        best = nil
    }

    /// Nanoseconds by name from the line's point to a position.
    private func named(_ position: Int64) -> Double { Double(position &- self.position) / rate * 1e9 }

    private mutating func update(_ position: Int64, lateness: Double) {
        let step = named(position)
        advance(to: position, by: step)
        // A step says nothing about the rate.
        if abs(lateness) > Self.longestJitter { return rest += lateness }
        count = min(count + 1, Self.memory + 8)
        let size = Double(min(count, Self.memory))
        rest += lateness * 2 * (2 * size - 1) / (size * (size + 1))
        if step > 0 { slope += lateness * 6 / (size * (size + 1)) / step }
        let most = Self.largestDrift / 1e6
        slope = max(-most, min(most, slope))
    }

    /// Moves the line's point along the line; whole nanoseconds go into the exact part.
    private mutating func advance(to position: Int64, by step: Double) {
        let nanoseconds = rest + step * (1 + slope)
        let whole = nanoseconds.rounded(.down)
        time &+= Int64(exactly: whole) ?? 0
        rest = nanoseconds - whole
        self.position = position
    }
}
