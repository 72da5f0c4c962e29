import Media

/// Decides which inputs are ready: an input may be ahead of the slowest one by at most the window.
///
/// The slowest unfinished input is always within the window, so inputs cannot deadlock. Finished inputs are ignored.
/// Inputs whose media precedes the media of the others are always ready; the others are not until these are finished.
struct InterleavingPlan: Sendable {
    /// The maximum distances that an input may be ahead of the slowest one.
    struct Limits: Sendable {
        /// The window of inputs whose source can wait.
        var window = MediaTime.seconds(1)
        /// The window of real-time inputs; when one exceeds it, the writer cannot keep up.
        var realTimeWindow = MediaTime.seconds(30)
    }

    private struct Input: Sendable {
        let isRealTime: Bool
        /// Whether the media of the input precedes that of others.
        let isFirst: Bool
        var position: MediaTime
        var isFinished = false
    }

    private let limits: Limits
    private var inputs: [Input] = []
    private var hasUnfinishedFirst = false
    /// The position of the slowest unfinished input; indefinite when all are finished.
    private(set) var slowestPosition = MediaTime.indefinite

    init(limits: Limits, start: MediaTime, isRealTime: [Bool], isFirst: [Bool] = []) {
        self.limits = limits
        inputs = isRealTime.indices.map { index in
            Input(
                isRealTime: isRealTime[index], isFirst: isFirst.indices.contains(index) && isFirst[index],
                position: start)
        }
        hasUnfinishedFirst = inputs.contains(where: \.isFirst)
        updateSlowestPosition()
    }

    /// Returns whether the input is within its window.
    func isReady(_ index: Int) -> Bool {
        let lane = inputs[index]
        if lane.isFinished { return false }
        if lane.isFirst { return true }
        if hasUnfinishedFirst, !lane.isRealTime { return false }
        return lane.position <= slowestPosition + (lane.isRealTime ? limits.realTimeWindow : limits.window)
    }

    /// Records that the input has media up to `time`; returns whether the position of the slowest input has changed.
    mutating func advance(_ index: Int, to time: MediaTime) -> Bool {
        let before = inputs[index].position
        guard time > before else { return false }
        inputs[index].position = time
        return before == slowestPosition ? updateSlowestPosition() : false
    }

    /// Records that the input is finished; returns whether the position of the slowest input has changed.
    mutating func finish(_ index: Int) -> Bool {
        guard !inputs[index].isFinished else { return false }
        inputs[index].isFinished = true
        if inputs[index].isFirst {
            hasUnfinishedFirst = inputs.contains { $0.isFirst && !$0.isFinished }
            return !hasUnfinishedFirst
        }
        return inputs[index].position == slowestPosition ? updateSlowestPosition() : false
    }

    /// Resets the position of the input to `time`, as another pass over the same media requires.
    mutating func restart(_ index: Int, at time: MediaTime) {
        inputs[index].position = time
        updateSlowestPosition()
    }

    @discardableResult private mutating func updateSlowestPosition() -> Bool {
        let before = slowestPosition
        slowestPosition = .indefinite
        for lane in inputs where !lane.isFinished && !lane.isFirst && lane.position < slowestPosition {
            slowestPosition = lane.position
        }
        return slowestPosition != before
    }
}
