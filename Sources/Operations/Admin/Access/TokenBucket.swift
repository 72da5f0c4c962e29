import Media

/// A rate limit: permits bursts up to a capacity, and a constant rate after that.
struct TokenBucket: Sendable {
    private let capacity: Double
    private let perSecond: Double
    private var level: Double
    private var time: MonotonicTime

    /// Creates a full bucket.
    init(capacity: Double, perSecond: Double, at now: MonotonicTime = .zero) {
        (self.capacity, self.perSecond, level, time) = (capacity, perSecond, capacity, now)
    }

    /// Removes one token. Returns false if there is none.
    mutating func remove(at now: MonotonicTime) -> Bool {
        level = min(capacity, level + max(0, (now - time).seconds) * perSecond)
        time = now
        guard level >= 1 else { return false }
        level -= 1
        return true
    }
}
