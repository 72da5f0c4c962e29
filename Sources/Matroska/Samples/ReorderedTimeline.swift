import Media

/// Derives decode times, which Matroska does not have, from presentation times.
///
/// Decode times are the presentation times in increasing order, delayed by the number of frames that the codec reorders.
/// The first frames are buffered until that number is known. Each frame lasts until the next one is decoded.
struct ReorderedTimeline: Sendable {
    /// The number of frames to examine: more than two groups of eight hierarchical B-frames.
    static let window = 48

    struct Frame: Sendable {
        var bytes: ByteSlice
        var flags: SampleFlags
        var presentation: Int64
    }

    struct TimedFrame: Sendable {
        var frame: Frame
        var decode: Int64
        var duration: Int64
    }

    private var waiting: [Frame] = []
    /// Presentation times that are not yet used as decode times, increasing; nil until the first frames are examined.
    private var times: [Int64]?
    private var grid: FrameGrid?
    private var pending: TimedFrame?
    /// The duration of a frame in ticks; nil without a rate.
    private let step: Int64?
    private let tolerance: Int64
    private var lastDuration: Int64?
    /// The number of frames whose times contradict the order of the first frames.
    private(set) var movedCount = 0

    /// `tolerance` is the rounding of presentation times.
    init(step: Int64?, tolerance: Int64) { (self.step, self.tolerance) = (step, tolerance) }

    /// Appends a frame in decode order and emits those with known durations.
    mutating func append(_ frame: Frame, _ emit: (TimedFrame) -> Void) {
        guard times == nil else { return time(frame, emit) }
        waiting.append(frame)
        if waiting.count == Self.window { release(emit) }
    }

    /// Emits the remaining frames.
    mutating func finish(_ emit: (TimedFrame) -> Void) {
        release(emit)
        guard var last = pending else { return }
        pending = nil
        last.duration = step ?? lastDuration ?? last.duration
        emit(last)
    }

    private mutating func release(_ emit: (TimedFrame) -> Void) {
        guard times == nil, !waiting.isEmpty else { return }
        let rounded = waiting.map(\.presentation)
        grid = step.flatMap { FrameGrid(step: $0, tolerance: tolerance, times: rounded) }
        var exact = rounded
        for index in exact.indices { exact[index] = grid?.time(of: exact[index]) ?? exact[index] }
        times = Self.firstTimes(exact, step: grid == nil ? nil : step)
        let frames = waiting
        waiting = []
        for frame in frames { time(frame, emit) }
    }

    /// Returns the decode times of the frames that are decoded before the first presentation time.
    private static func firstTimes(_ times: [Int64], step: Int64?) -> [Int64] {
        let ranks = times.indices.sorted { (times[$0], $0) < (times[$1], $1) }
        let depth = ranks.enumerated().reduce(0) { max($0, $1.element - $1.offset) }
        let first = times[ranks[0]]
        let mean = (times[ranks[ranks.count - 1]] - first) / Int64(max(ranks.count - 1, 1))
        let step = step ?? max(1, mean)
        return (0..<depth).map { first - Int64(depth - $0) * step }
    }

    private mutating func time(_ frame: Frame, _ emit: (TimedFrame) -> Void) {
        var frame = frame
        frame.presentation = grid?.time(of: frame.presentation) ?? frame.presentation
        var decode = decodeTime(of: frame.presentation)
        let fitting = max(min(decode, frame.presentation), pending.map { $0.decode + 1 } ?? .min)
        if fitting != decode || fitting > frame.presentation { movedCount += 1 }
        decode = fitting
        // A presentation time before the decode time is moved by as little as possible.
        frame.presentation = max(frame.presentation, decode)
        if var last = pending {
            last.duration = decode - last.decode
            lastDuration = last.duration
            emit(last)
        }
        pending = TimedFrame(frame: frame, decode: decode, duration: step ?? lastDuration ?? 1)
    }

    /// Returns the earliest time that is not used, after adding the presentation time of a frame.
    private mutating func decodeTime(of presentation: Int64) -> Int64 {
        guard var times else { return presentation }
        let index = times.lastIndex { $0 <= presentation }.map { $0 + 1 } ?? 0
        times.insert(presentation, at: index)
        let decode = times.removeFirst()
        self.times = times
        return decode
    }
}
