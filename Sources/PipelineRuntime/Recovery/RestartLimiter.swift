import Media

/// Limits how often a stage is restarted, so that a stage that fails at once does not occupy the processor.
struct RestartLimiter: Sendable {
    /// Maximum number of restarts per minute.
    static let limit = 5
    private static let minute = Duration.seconds(60)
    private var times: [MonotonicTime] = []

    /// Consumes one restart; returns false when the limit is reached.
    mutating func consumeRestart(at now: MonotonicTime) -> Bool {
        times.removeAll { now - $0 > Self.minute }
        guard times.count < Self.limit else { return false }
        times.append(now)
        return true
    }

    /// The back-off before the restart that was last consumed, in milliseconds.
    var delay: Int { 100 << min(times.count, 6) }
}
