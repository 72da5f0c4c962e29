package import Media

/// The delays between the attempts of a sink that has failed: from a quarter of a second to eight seconds.
package struct OutputBackoff: Sendable {
    private var failures = 0
    /// The time of the next attempt.
    package private(set) var nextAttempt = MonotonicTime.distantPast

    package init() {}

    /// Records a failed attempt.
    package mutating func failed(at now: MonotonicTime) {
        nextAttempt = now + .milliseconds(250 << min(failures, 5))
        failures += 1
    }
}
