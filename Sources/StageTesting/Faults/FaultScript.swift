public import Media

/// What becomes of a device over time: its faults, and what follows from them at each moment.
public struct FaultScript: Sendable, Hashable {
    public var faults: [Fault]

    /// A script of these faults, in any order.
    public init(_ faults: [Fault] = []) { self.faults = faults }

    /// How a device is at one moment.
    public struct Condition: Sendable, Hashable {
        /// Whether it is gone: it fails, and cannot be opened.
        public var isGone = false
        /// Whether it is there and gives nothing.
        public var isStalled = false
        /// How far its times are off.
        public var shift = MediaTime.zero
        /// The size of its pictures where it has changed.
        public var size: PictureSize?
        /// The rate of its sound where it has changed.
        public var rate: Int?
        /// How fast its clock is, in parts per million.
        public var drift = 0
    }

    /// How the device is at `time` of the run.
    public func condition(at time: MediaTime) -> Condition {
        var condition = Condition()
        for fault in faults.sorted(by: { $0.time < $1.time }) where fault.time <= time {
            switch fault.kind {
            case .stall(let length): if time < fault.time + length { condition.isStalled = true }
            case .disappear(let length): if time < fault.time + length { condition.isGone = true }
            case .jump(let length): condition.shift += length
            case .size(let size): condition.size = size
            case .rate(let rate): condition.rate = rate
            case .drift(let parts): condition.drift = parts
            }
        }
        return condition
    }

    /// When the device is gone next, at `time` or later; nil for never again.
    public func nextLoss(after time: MediaTime) -> MediaTime? {
        faults.compactMap { fault -> MediaTime? in
            guard case .disappear(let length) = fault.kind, fault.time + length > time else { return nil }
            return max(fault.time, time)
        }.min()
    }
}
