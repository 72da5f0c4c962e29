/// Matches the access units of one stream that entered a decoder or parser with its output, by time.
///
/// Some units are not expected to produce output: units outside the segment, units before the first sync sample,
/// pictures that lead the sync sample at which decoding starts (such as HEVC's RASL pictures), and the second field of
/// a frame in the output.
struct AccessUnitMatcher: Sendable {
    /// The order of the output.
    enum Order: Sendable {
        /// Decoders reorder units.
        case presentation
        /// Parsers do not reorder units.
        case decode
    }

    private struct Unit {
        var time: Int64
        var isExpected: Bool
    }

    /// The maximum number of unmatched units, more than any decoder retains. Older units count as lost.
    static let maximumPending = 512
    /// The step back, in nanoseconds, from the last frame to a sync sample that starts a new timeline.
    static let stepBack: Int64 = 1_000_000_000

    private let order: Order
    private var pending: [Unit] = []
    private var segment: (start: Int64, stop: Int64) = (.min, .max)
    /// The time of the sync sample at which decoding last started.
    private var start: Int64?
    private var awaitsSync = true
    private var last: (time: Int64, duration: Int64)?
    private var missing = 0
    private var unmatched = 0

    /// The number of units without a time. The decoder guesses the times of their frames.
    private(set) var untimed = 0
    /// The number of units that entered.
    private(set) var entered = 0
    /// The times of the first and last lost unit, in nanoseconds.
    private(set) var lostTimes: ClosedRange<Int64>?

    init(_ order: Order) { self.order = order }

    /// Returns the number of lost units. `leftOut` is the number of decoded frames that were dropped because of their
    /// times.
    ///
    /// Decoders change the times of frames that contradict each other, so a frame without a unit matches a unit without
    /// a frame unless it was dropped. A unit without a time has a frame whose time is unknown.
    func lost(leftOut: Int) -> Int {
        let changed = max(0, unmatched - untimed)
        return max(0, missing - changed) + min(leftOut, changed)
    }

    /// Sets the times outside which units are not expected to produce output.
    mutating func setSegment(start: Int64?, stop: Int64?) { segment = (start ?? .min, stop ?? .max) }

    /// Records a unit with its presentation time in nanoseconds.
    mutating func enter(at time: Int64?, isSync: Bool, isDiscontinuous: Bool) {
        entered += 1
        guard let time else {
            untimed += 1
            return
        }
        if isDiscontinuous { awaitsSync = true }
        if isSync {
            if let last, time < last.time - Self.stepBack { end() }
            if awaitsSync { start = time }
            awaitsSync = false
        }
        let isInside = time >= segment.start && time < segment.stop
        let isExpected = isInside && start.map { time >= $0 } ?? false
        pending.append(Unit(time: time, isExpected: isExpected))
        if pending.count > Self.maximumPending { lose(pending.removeFirst()) }
    }

    /// Records a frame or parsed unit with its time and duration in nanoseconds.
    mutating func leave(at time: Int64?, duration: Int64) {
        guard let time, let index = pending.firstIndex(where: { $0.time == time }) else {
            unmatched += 1
            return
        }
        pending.remove(at: index)
        switch order {
        case .decode:
            for unit in pending[..<index] { lose(unit) }
            pending.removeFirst(index)
        case .presentation:
            for unit in pending where unit.time < time { lose(unit) }
            pending.removeAll { $0.time < time }
        }
        last = (time, duration)
    }

    /// Records that no more output follows.
    mutating func end() {
        for unit in pending { lose(unit) }
        pending = []
        last = nil
        awaitsSync = true
    }

    private mutating func lose(_ unit: Unit) {
        guard unit.isExpected, !isSecondField(unit.time) else { return }
        missing += 1
        lostTimes =
            min(lostTimes?.lowerBound ?? unit.time, unit.time)...max(lostTimes?.upperBound ?? unit.time, unit.time)
    }

    private func isSecondField(_ time: Int64) -> Bool {
        guard order == .presentation, let last, last.duration > 0 else { return false }
        return time > last.time && (time - last.time) * 4 < last.duration * 3
    }
}
