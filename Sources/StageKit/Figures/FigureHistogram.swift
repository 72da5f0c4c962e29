import Synchronization

/// A distribution of observed values in fixed buckets. Updates are atomic and never block.
public final class FigureHistogram: Sendable {
    /// The observed values at one moment.
    public struct Reading: Sendable, Hashable, Codable {
        /// The inclusive upper bounds of the buckets, in ascending order and in the unit of the figure. One more bucket
        /// without a bound follows.
        public var bounds: [Double]
        /// The number of values in each bucket, not cumulative; one more than there are bounds.
        public var counts: [Int]
        /// The sum of all values.
        public var sum: Double

        /// The number of values.
        public var count: Int { counts.reduce(0, +) }

        /// Creates an empty reading.
        public init(bounds: [Double]) {
            self.bounds = bounds
            counts = Array(repeating: 0, count: bounds.count + 1)
            sum = 0
        }

        /// The bound of the bucket that contains the quantile, such as 0.95; nil for an empty histogram or for values
        /// above the last bound.
        public func upperBound(ofQuantile quantile: Double) -> Double? {
            let rank = Double(count) * quantile
            var seen = 0
            for (bound, amount) in zip(bounds, counts) {
                seen += amount
                if seen > 0, Double(seen) >= rank { return bound }
            }
            return nil
        }
    }

    /// The bounds for latencies, in seconds.
    public static let latencyBounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
    /// The bounds for durations of segments, in seconds.
    public static let durationBounds = [0.1, 0.25, 0.5, 1, 2, 3, 4, 5, 6, 8, 10, 15, 30]

    private let bounds: [Double]
    private let buckets: [AtomicNumber]
    private let sum = AtomicNumber()

    init(bounds: [Double]) {
        self.bounds = bounds.filter(\.isFinite).sorted()
        buckets = (0...self.bounds.count).map { _ in AtomicNumber() }
    }

    /// Counts a value; ignores values that are not finite.
    public func observe(_ value: Double) {
        guard value.isFinite else { return }
        buckets[bounds.firstIndex { value <= $0 } ?? bounds.count].add(1)
        sum.add(value)
    }

    /// The observed values. A value that is counted meanwhile may be missing from the sum.
    public var reading: Reading {
        var reading = Reading(bounds: bounds)
        reading.counts = buckets.map { Int($0.value) }
        reading.sum = sum.value
        return reading
    }
}
