/// Measures the time missing between the frames or samples of a stream, in units of one frame.
///
/// Many recordings have gaps without damage, so gaps count only if the demuxer skipped damaged bytes.
struct StreamGaps: Sendable {
    /// The maximum gap in nanoseconds. A longer one is a new timeline, not a loss.
    static let maximumGap: Int64 = 60_000_000_000
    /// The maximum gap that reordering may cause, in nanoseconds.
    static let maximumReorderDelay: Int64 = 500_000_000

    private let isOrdered: Bool
    private var end: Int64?
    private var length: Int64 = 0

    /// The number of missing frames.
    private(set) var missing = 0

    /// Gaps of a stream in order of its times, or of one in decode order without decode times.
    init(isOrdered: Bool) { self.isOrdered = isOrdered }

    /// Records a frame at `time` that lasts `duration`, 0 if unknown, in nanoseconds.
    mutating func record(at time: Int64?, duration: Int64) {
        guard let time else { return }
        if duration > 0 { length = duration }
        defer { end = max(end ?? .min, time + length) }
        guard let end, length > 0, time - end < Self.maximumGap else { return }
        guard time - end > (isOrdered ? length / 2 : Self.maximumReorderDelay) else { return }
        missing += Int((Double(time - end) / Double(length)).rounded())
    }
}
