import Media

/// Decides which inputs are ready: an input may be ahead of the slowest one by at most the window.
///
/// The slowest unfinished input is always within the window, so inputs cannot deadlock. Finished inputs are ignored.
struct InterleavingPlan: Sendable {
    /// The maximum distances that an input may be ahead of the slowest one.
    struct Limits: Sendable {
        /// The window of inputs whose source can wait.
        var window = MediaTime.seconds(1)
        /// The window of real-time inputs; when one exceeds it, the writer cannot keep up.
        var realTimeWindow = MediaTime.seconds(30)
    }

    private struct Lane: Sendable {
        let isRealTime: Bool
        var position: MediaTime
        var isFinished = false
    }

    private let limits: Limits
    private var lanes: [Lane] = []
    /// The position of the slowest unfinished input; indefinite when all are finished.
    private(set) var floor = MediaTime.indefinite

    init(limits: Limits, start: MediaTime, isRealTime: [Bool]) {
        self.limits = limits
        lanes = isRealTime.map { Lane(isRealTime: $0, position: start) }
        findFloor()
    }

    /// Returns whether the input is within its window.
    func isReady(_ index: Int) -> Bool {
        let lane = lanes[index]
        if lane.isFinished { return false }
        return lane.position <= floor + (lane.isRealTime ? limits.realTimeWindow : limits.window)
    }

    /// Records that the input has media up to `time`; returns whether the position of the slowest input has changed.
    mutating func advance(_ index: Int, to time: MediaTime) -> Bool {
        let before = lanes[index].position
        guard time > before else { return false }
        lanes[index].position = time
        return before == floor ? findFloor() : false
    }

    /// Records that the input is finished; returns whether the position of the slowest input has changed.
    mutating func finish(_ index: Int) -> Bool {
        guard !lanes[index].isFinished else { return false }
        lanes[index].isFinished = true
        return lanes[index].position == floor ? findFloor() : false
    }

    /// Resets the position of the input to `time`, as another pass over the same media requires.
    mutating func restart(_ index: Int, at time: MediaTime) {
        lanes[index].position = time
        findFloor()
    }

    @discardableResult private mutating func findFloor() -> Bool {
        let before = floor
        floor = .indefinite
        for lane in lanes where !lane.isFinished && lane.position < floor { floor = lane.position }
        return floor != before
    }
}
