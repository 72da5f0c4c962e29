import Media
import StageKit

/// Derives decode times from presentation times for containers without decode times, such as Matroska.
///
/// Decode times are the presentation times in ascending order, delayed by the number of frames that the codec reorders.
/// The first samples are buffered until that number is known.
struct DecodeOrder {
    /// The number of samples examined: more than two groups of eight hierarchical B-frames.
    static let observed = 48

    private var waiting: [Sample] = []
    private var depth: Int?
    /// Presentation times that have not been used as decode times, ascending.
    private var times: [Int64] = []
    private var isNeeded: Bool?
    private var last: Int64?
    /// Whether times that contradict the order are corrected instead of causing an error.
    private let correctsTimes: Bool

    /// With `isNeeded`, decode times are always or never derived; nil derives them if the first sample has none.
    init(isNeeded: Bool? = nil, mendsTimes: Bool = false) {
        self.isNeeded = isNeeded
        self.correctsTimes = mendsTimes
    }

    /// Processes a sample in decode order and emits the samples that are ready.
    mutating func next(
        _ sample: Sample, hasDecodeTime: Bool, _ emit: (Sample) throws(StageError) -> Void
    ) throws(StageError) {
        let isNeeded = isNeeded ?? !hasDecodeTime
        self.isNeeded = isNeeded
        guard isNeeded else { return try emit(sample) }
        if depth != nil { return try emit(timed(sample)) }
        waiting.append(sample)
        if waiting.count == Self.observed { try release(emit) }
    }

    /// Emits the buffered samples.
    mutating func finish(_ emit: (Sample) throws(StageError) -> Void) throws(StageError) { try release(emit) }

    private mutating func release(_ emit: (Sample) throws(StageError) -> Void) throws(StageError) {
        guard !waiting.isEmpty else { return }
        let depth = Self.depth(waiting.map(\.presentationTicks))
        self.depth = depth
        let sorted = waiting.map(\.presentationTicks).sorted()
        let step = sorted.count > 1 ? max(1, (sorted[sorted.count - 1] - sorted[0]) / Int64(sorted.count - 1)) : 1
        // The first samples are decoded before the first presentation time.
        times = (0..<depth).map { sorted[0] - Int64(depth - $0) * step }
        let samples = waiting
        waiting = []
        for sample in samples { try emit(timed(sample)) }
    }

    private mutating func timed(_ sample: Sample) throws(StageError) -> Sample {
        let presentation = sample.presentationTicks
        let index = times.lastIndex { $0 <= presentation }.map { $0 + 1 } ?? 0
        times.insert(presentation, at: index)
        var sample = sample
        sample.decodeTicks = times.removeFirst()
        sample.presentationOffset = presentation - sample.decodeTicks
        if correctsTimes {
            sample.decodeTicks = max(min(sample.decodeTicks, presentation), last.map { $0 + 1 } ?? .min)
            sample.presentationOffset = max(0, presentation - sample.decodeTicks)
        }
        guard sample.presentationOffset >= 0, sample.decodeTicks > last ?? .min else {
            throw StageError(
                .badTimestamps,
                "the frame at \(sample.presentationTime) exceeds the reorder depth of the stream")
        }
        last = sample.decodeTicks
        return sample
    }

    /// The minimum delay of decode times, as a number of samples.
    private static func depth(_ times: [Int64]) -> Int {
        let ranks = times.indices.sorted { times[$0] < times[$1] }
        var depth = 0
        for (rank, index) in ranks.enumerated() { depth = max(depth, index - rank) }
        return depth
    }
}
