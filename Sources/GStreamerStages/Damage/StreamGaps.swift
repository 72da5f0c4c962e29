/// Time that is missing between the frames or samples of a stream, in units of one frame.
///
/// A gap alone is no damage: many recordings have them. It counts where the demuxer skipped damaged bytes.
struct StreamGaps: Sendable {
    /// A gap beyond this, in nanoseconds, is another timeline and not a loss.
    static let maximumGap: Int64 = 60_000_000_000
    /// A gap up to this, in nanoseconds, may be due to reordering.
    static let maximumReorderDelay: Int64 = 500_000_000

    private let isOrdered: Bool
    private var end: Int64?
    private var length: Int64 = 0

    /// The number of frames that are missing.
    private(set) var missing = 0

    /// Gaps of a stream that comes in the order of its times, or in decode order without decode times.
    init(isOrdered: Bool) { self.isOrdered = isOrdered }

    /// Records a frame at `time` for `duration`, 0 where it is unknown, in nanoseconds.
    mutating func record(at time: Int64?, duration: Int64) {
        guard let time else { return }
        if duration > 0 { length = duration }
        defer { end = max(end ?? .min, time + length) }
        guard let end, length > 0, time - end < Self.maximumGap else { return }
        guard time - end > (isOrdered ? length / 2 : Self.maximumReorderDelay) else { return }
        missing += Int((Double(time - end) / Double(length)).rounded())
    }
}
