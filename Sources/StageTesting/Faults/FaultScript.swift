public import Media

/// The faults of a device over time, and the resulting condition at each time.
public struct FaultScript: Sendable, Hashable {
    public var faults: [Fault]

    /// Creates a script of faults, in any order.
    public init(_ faults: [Fault] = []) { self.faults = faults }

    /// The condition of a device at one time.
    public struct Condition: Sendable, Hashable {
        /// Whether the device is not present, so that it cannot be opened.
        public var isDisconnected = false
        /// Whether the device is open and delivers nothing.
        public var isStalled = false
        /// The shift of the device's times.
        public var shift = MediaTime.zero
        /// The changed frame size; nil if unchanged.
        public var size: PixelSize?
        /// The changed sample rate; nil if unchanged.
        public var rate: Int?
        /// The drift of the device's clock, in parts per million; positive if fast.
        public var drift = 0
    }

    /// Returns the condition of the device at `time` of the run.
    public func condition(at time: MediaTime) -> Condition {
        var condition = Condition()
        for fault in faults.sorted(by: { $0.time < $1.time }) where fault.time <= time {
            switch fault.kind {
            case .stall(let length): if time < fault.time + length { condition.isStalled = true }
            case .disappear(let length): if time < fault.time + length { condition.isDisconnected = true }
            case .jump(let length): condition.shift += length
            case .size(let size): condition.size = size
            case .rate(let rate): condition.rate = rate
            case .drift(let parts): condition.drift = parts
            }
        }
        return condition
    }

    /// Returns the next time at or after `time` at which the device is not present; nil if there is none.
    public func nextLoss(after time: MediaTime) -> MediaTime? {
        faults.compactMap { fault -> MediaTime? in
            guard case .disappear(let length) = fault.kind, fault.time + length > time else { return nil }
            return max(fault.time, time)
        }.min()
    }
}
