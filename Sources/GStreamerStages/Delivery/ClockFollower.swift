/// Keeps a stream that is sent by another clock on the run's, in steps that nobody sees.
///
/// How late samples come says how the clocks differ, but for what the network adds: the least that any sample of a window
/// was late counts. Where it begins is where it is kept.
struct ClockFollower: Sendable {
    /// How long samples are watched before a step, in nanoseconds.
    static let window: Int64 = 10_000_000_000
    /// The longest step, in nanoseconds: 300 parts per million of the window, more than crystals differ by.
    static let maximumStep: Int64 = 3_000_000
    /// How many windows a difference takes to shrink to a third.
    static let convergenceWindows: Int64 = 6

    private var begin: Int64
    private var minimumLateness = Int64.max
    private var targetLateness: Int64?

    /// The first sample comes at `now`, in nanoseconds.
    init(at now: Int64) { begin = now }

    /// What to add to all times from this sample on, which has come at `now` and so much later than its time says.
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
