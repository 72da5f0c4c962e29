import Media

/// Decides which inputs are ready: none may run further ahead of the slowest one than the window.
///
/// The slowest input that has not finished is always within the window, so inputs cannot wait for each other in a
/// circle. A finished input holds nobody back.
struct InterleavingPlan: Sendable {
    /// How far inputs may run ahead of the slowest one.
    struct Limits: Sendable {
        /// For sources that can wait.
        var window = MediaTime.seconds(1)
        /// For sources that cannot; past it the writer cannot keep up.
        var realTimeWindow = MediaTime.seconds(30)
    }

    private struct Lane: Sendable {
        let isRealTime: Bool
        var position: MediaTime
        var isFinished = false
    }

    private let limits: Limits
    private var lanes: [Lane] = []
    /// The position of the slowest input that has not finished; indefinite when all have.
    private(set) var floor = MediaTime.indefinite

    init(limits: Limits, start: MediaTime, isRealTime: [Bool]) {
        self.limits = limits
        lanes = isRealTime.map { Lane(isRealTime: $0, position: start) }
        findFloor()
    }

    /// Whether the input may take more without running too far ahead.
    func isReady(_ index: Int) -> Bool {
        let lane = lanes[index]
        if lane.isFinished { return false }
        return lane.position <= floor + (lane.isRealTime ? limits.realTimeWindow : limits.window)
    }

    /// Notes that the input has media up to `time`; returns whether the slowest one has moved.
    mutating func advance(_ index: Int, to time: MediaTime) -> Bool {
        let before = lanes[index].position
        guard time > before else { return false }
        lanes[index].position = time
        return before == floor ? findFloor() : false
    }

    /// Notes that the input is complete; returns whether the slowest one has moved.
    mutating func finish(_ index: Int) -> Bool {
        guard !lanes[index].isFinished else { return false }
        lanes[index].isFinished = true
        return lanes[index].position == floor ? findFloor() : false
    }

    /// Puts the input back to `time`, as a further pass over the same media does.
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
