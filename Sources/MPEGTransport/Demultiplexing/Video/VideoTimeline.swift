import Media

/// Decode times of pictures that rise and lie at or before presentation, and durations up to the next picture.
///
/// Presentation times stay those of the stream: two pictures of different times never share one afterwards.
struct VideoTimeline {
    /// Pictures that are looked at before the first one is timed; more than two groups of eight B-frames in a pyramid.
    static let reorderWindow = 48
    /// Ticks of 90 kHz that a picture lasts where nothing tells.
    private static let defaultStep: Int64 = 3000
    /// A longer step is a gap, and no measure of the rate.
    private static let maximumStep: Int64 = 90_000

    struct PendingUnit {
        var unit: VideoAccessUnit
        /// nil for units without a time of their own.
        var presentation: Int64?
        /// nil where the stream gives a presentation time alone.
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
        /// Decode times as they are, earlier by a constant.
        case shifted(Int64)
        /// The stream has presentation times alone: decode times are those in rising order, late by a number of pictures.
        case sorted([Int64])
    }

    private var waiting: [PendingUnit] = []
    private var mode: Mode?
    private var pending: TimedUnit?
    /// The presentation times of the last pictures, so that none is used twice.
    private var recent: [Int64] = []
    private var step: Int64
    private(set) var movedCount = 0
    private(set) var untimedCount = 0
    /// Where the last picture ends, in decode time.
    var end: Int64? { pending.map { $0.decode &+ step } ?? waiting.last?.decode }

    /// `rate` is what the parameter sets claim.
    init(rate: Ratio?) {
        let claimed = rate.flatMap { rate -> Int64? in
            rate.numerator > 0 ? Int64(90_000) * Int64(rate.denominator) / Int64(rate.numerator) : nil
        }
        step = claimed.map { min(max($0, 1), Self.maximumStep) } ?? Self.defaultStep
    }

    /// Adds a picture in decode order; emits those whose duration is known.
    mutating func append(_ unit: PendingUnit, _ emit: (TimedUnit) -> Void) {
        guard mode == nil else { return time(unit, emit) }
        waiting.append(unit)
        if waiting.count == Self.reorderWindow { release(emit) }
    }

    /// Emits what is left.
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
            // Far behind is damage of single times, which is mended where it is.
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
        // A picture that is presented before it can be decoded is late by as little as possible.
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
