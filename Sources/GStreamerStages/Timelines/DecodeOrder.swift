import Media
import StageKit

/// Makes decode times from presentation times where a container, such as Matroska, has none.
///
/// Decode times are the presentation times in rising order, late by as many pictures as the codec reorders. How many
/// that is shows in the first pictures, which are held back until it is known.
struct DecodeOrder {
    /// How many pictures are looked at; more than two groups of eight B-frames in a pyramid.
    static let observed = 48

    private var waiting: [Sample] = []
    private var depth: Int?
    /// Presentation times that no decode time has been made from, rising.
    private var times: [Int64] = []
    private var isNeeded: Bool?
    private var last: Int64?
    /// Whether times that contradict the order are made to fit it.
    private let mendsTimes: Bool

    /// Decode times are made up where the first sample has none, or always, or never.
    init(isNeeded: Bool? = nil, mendsTimes: Bool = false) {
        self.isNeeded = isNeeded
        self.mendsTimes = mendsTimes
    }

    /// Takes a sample in decode order and gives on what is ready.
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

    /// Gives on what was held back.
    mutating func finish(_ emit: (Sample) throws(StageError) -> Void) throws(StageError) { try release(emit) }

    private mutating func release(_ emit: (Sample) throws(StageError) -> Void) throws(StageError) {
        guard !waiting.isEmpty else { return }
        let depth = Self.depth(waiting.map(\.presentationTicks))
        self.depth = depth
        let sorted = waiting.map(\.presentationTicks).sorted()
        let step = sorted.count > 1 ? max(1, (sorted[sorted.count - 1] - sorted[0]) / Int64(sorted.count - 1)) : 1
        // The first pictures are decoded before anything is presented.
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
        if mendsTimes {
            sample.decodeTicks = max(min(sample.decodeTicks, presentation), last.map { $0 + 1 } ?? .min)
            sample.presentationOffset = max(0, presentation - sample.decodeTicks)
        }
        guard sample.presentationOffset >= 0, sample.decodeTicks > last ?? .min else {
            throw StageError(
                .badTimestamps,
                "the picture at \(sample.presentationTime) comes later than its group of pictures reorders")
        }
        last = sample.decodeTicks
        return sample
    }

    /// The least number of pictures that decode times have to be late by.
    private static func depth(_ times: [Int64]) -> Int {
        let ranks = times.indices.sorted { times[$0] < times[$1] }
        var depth = 0
        for (rank, index) in ranks.enumerated() { depth = max(depth, index - rank) }
        return depth
    }
}
