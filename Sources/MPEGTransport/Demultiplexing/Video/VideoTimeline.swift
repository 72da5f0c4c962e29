import Media

/// Computes increasing decode times at or before presentation, and durations up to the next access unit.
///
/// The presentation times of the stream are kept; access units with different times never get the same one.
struct VideoTimeline {
    /// The number of access units to examine before the first one gets its times: more than two pyramids of eight
    /// B-frames.
    static let reorderWindow = 48
    /// The default duration of an access unit, in ticks of 90 kHz.
    private static let defaultStep: Int64 = 3000
    /// The maximum step that counts as a frame duration; a longer one is a gap.
    private static let maximumStep: Int64 = 90_000

    struct PendingUnit {
        var unit: VideoAccessUnit
        /// nil for access units without a timestamp.
        var presentation: Int64?
        /// nil if the stream has only a presentation time.
        var decode: Int64?
        var format: MediaFormat?
    }

    struct TimedUnit {
        var source: PendingUnit
        var presentation: Int64
        var decode: Int64
        var duration: Int64
    }

    private enum Mode {
        /// Decode times of the stream, moved earlier by a constant.
        case shifted(Int64)
        /// For streams with only presentation times: these times in increasing order, delayed by a number of access
        /// units.
        case sorted([Int64])
    }

    private var waiting: [PendingUnit] = []
    private var mode: Mode?
    private var pending: TimedUnit?
    /// The last presentation times, so that none is used twice.
    private var recent: [Int64] = []
    private var step: Int64
    private(set) var movedCount = 0
    private(set) var untimedCount = 0
    /// The end of the last access unit, in decode time.
    var end: Int64? { pending.map { $0.decode &+ step } ?? waiting.last?.decode }

    /// `rate` is the frame rate that the parameter sets declare.
    init(rate: Ratio?) {
        let claimed = rate.flatMap { rate -> Int64? in
            rate.numerator > 0 ? Int64(90_000) * Int64(rate.denominator) / Int64(rate.numerator) : nil
        }
        step = claimed.map { min(max($0, 1), Self.maximumStep) } ?? Self.defaultStep
    }

    /// Appends an access unit in decode order and emits those with known durations.
    mutating func append(_ unit: PendingUnit, _ emit: (TimedUnit) -> Void) {
        guard mode == nil else { return time(unit, emit) }
        waiting.append(unit)
        if waiting.count == Self.reorderWindow { release(emit) }
    }

    /// Emits the remaining access units.
    mutating func finish(_ emit: (TimedUnit) -> Void) {
        release(emit)
        guard var last = pending else { return }
        pending = nil
        last.duration = step
        emit(last)
    }

    private mutating func release(_ emit: (TimedUnit) -> Void) {
        guard mode == nil, !waiting.isEmpty else { return }
        mode = Self.mode(waiting, step)
        let units = waiting
        waiting = []
        for picture in units { time(picture, emit) }
    }

    private static func mode(_ units: [PendingUnit], _ step: Int64) -> Mode {
        let times = units.compactMap(\.presentation)
        let isReordered = zip(times, times.dropFirst()).contains { $0 > $1 }
        guard isReordered, units.allSatisfy({ $0.decode == nil }) else {
            let behind = units.compactMap { picture in
                picture.decode.flatMap { decode in picture.presentation.map { decode &- $0 } }
            }
            // A larger lead is damage of single times, which is repaired individually.
            return .shifted(min(max(behind.max() ?? 0, 0), maximumStep))
        }
        let ranks = times.indices.sorted { times[$0] < times[$1] }
        let depth = ranks.enumerated().reduce(0) { max($0, $1.element - $1.offset) }
        let first = times[ranks[0]]
        let each = max(1, (times[ranks[ranks.count - 1]] - first) / Int64(max(ranks.count - 1, 1)))
        return .sorted((0..<depth).map { first - Int64(depth - $0) * each })
    }

    private mutating func time(_ unit: PendingUnit, _ emit: (TimedUnit) -> Void) {
        var (presentation, decode) = times(of: unit)
        if unit.presentation == nil { untimedCount += 1 }
        let earliest = pending.map { $0.decode &+ 1 } ?? .min
        let fitting = max(earliest, min(decode, presentation))
        if fitting != decode {
            movedCount += 1
            decode = fitting
        }
        // If the presentation time precedes the decode time, it is moved by as little as possible.
        presentation = max(presentation, decode)
        while recent.contains(presentation) { presentation &+= 1 }
        recent.append(presentation)
        if recent.count > Self.reorderWindow { recent.removeFirst() }
        if var last = pending {
            last.duration = decode &- last.decode
            if last.duration <= Self.maximumStep { step = last.duration }
            emit(last)
        }
        pending = TimedUnit(source: unit, presentation: presentation, decode: decode, duration: step)
    }

    private mutating func times(of unit: PendingUnit) -> (presentation: Int64, decode: Int64) {
        guard let presentation = unit.presentation else {
            let decode = (pending?.decode ?? 0) &+ step
            return (decode &+ (pending.map { $0.presentation &- $0.decode } ?? 0), decode)
        }
        switch mode {
        case .sorted(var times):
            let index = times.lastIndex { $0 <= presentation }.map { $0 + 1 } ?? 0
            times.insert(presentation, at: index)
            let decode = times.removeFirst()
            mode = .sorted(times)
            return (presentation, decode)
        case .shifted(let shift): return (presentation, (unit.decode ?? presentation) &- shift)
        case nil: return (presentation, unit.decode ?? presentation)
        }
    }
}
