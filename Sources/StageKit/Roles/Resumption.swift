public import Media

/// What a sink has of an earlier run, for the stages above it that may go on from there.
public struct Resumption: Sendable, Hashable {
    /// What is known of how the earlier run ended.
    public enum Earlier: Sendable, Hashable {
        /// There was none, or nothing was kept of it.
        case none
        /// It wrote everything down before it ended or was cut off.
        case known
        /// What it wrote down last may be lost, as after a power failure.
        case mayLackNewest
        /// What it wrote down cannot be trusted.
        case damaged
    }

    public var earlier: Earlier
    /// When the earlier run last wrote something down, in milliseconds since 1970; 0 when unknown.
    public var lastRecorded: Int64
    /// The contents of the resources with the role ``Resource/Role/record``, by path.
    public var records: [String: [UInt8]]
    /// The files that are there and whole, with their sizes in bytes; those that are about to go are not among them.
    public var files: [String: Int]

    /// What is left of an earlier run.
    public init(
        earlier: Earlier = .none, lastRecorded: Int64 = 0, records: [String: [UInt8]] = [:], files: [String: Int] = [:]
    ) {
        self.earlier = earlier
        self.lastRecorded = lastRecorded
        self.records = records
        self.files = files
    }
}

/// Where media time goes on after an earlier run.
public struct TimelineContinuation: Sendable, Hashable {
    /// How far the earlier run got; nothing may be written before.
    public var end: MediaTime
    /// How far media time is now, for media that do not say when they were captured.
    public var now: MediaTime
    /// Where media time zero lies on the system's monotonic clock, in nanoseconds, as in `Track.liveOrigin`; nil where
    /// media time was not tied to the time of the world.
    public var origin: Int64?

    /// A timeline that got to `end` and would be at `now`.
    public init(end: MediaTime, now: MediaTime, origin: Int64? = nil) {
        self.end = end
        self.now = now
        self.origin = origin
    }

    /// The media time of what a source gives at its time zero, which may lie somewhere on the monotonic clock; in
    /// milliseconds, so that usual timescales have it exactly.
    public func start(liveOrigin: Int64?) -> MediaTime {
        guard let origin, let liveOrigin else { return max(end, now).rescaled(to: 1000, rounding: .up) }
        let distance = Int64(clamping: Int128(liveOrigin) - Int128(origin))
        return max(end, .nanoseconds(distance)).rescaled(to: 1000, rounding: .up)
    }
}
