/// Corrects the times of a stream that a sender's clock stamped, so that they follow the run's clock, in imperceptible
/// steps.
///
/// The lateness of samples shows the difference of the clocks, apart from network delay; the minimum lateness in a
/// window excludes that delay. The initial lateness is maintained.
struct ClockFollower: Sendable {
    /// The observation time before each step, in nanoseconds.
    static let window: Int64 = 10_000_000_000
    /// The maximum step in nanoseconds: 300 ppm of the window, more than crystals differ.
    static let maximumStep: Int64 = 3_000_000
    /// The time constant of the correction, in windows: a difference shrinks to about a third in this time.
    static let convergenceWindows: Int64 = 6

    private var begin: Int64
    private var minimumLateness = Int64.max
    private var targetLateness: Int64?

    /// Starts when the first sample arrives, at `now` in nanoseconds.
    init(at now: Int64) { begin = now }

    /// Returns the offset to add to all times from this sample on. The sample arrived at `now`, `late` nanoseconds
    /// after its time.
    mutating func step(late: Int64, at now: Int64) -> Int64 {
        minimumLateness = min(minimumLateness, late)
        guard now &- begin >= Self.window else { return 0 }
        defer { (begin, minimumLateness) = (now, .max) }
        guard let targetLateness else {
            targetLateness = minimumLateness
            return 0
        }
        return max(
            -Self.maximumStep, min(Self.maximumStep, (minimumLateness &- targetLateness) / Self.convergenceWindows))
    }
}
