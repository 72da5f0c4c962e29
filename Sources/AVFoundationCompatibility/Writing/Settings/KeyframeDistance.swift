import Media

/// Selects the frames that must become sync samples so that sync samples are at most an interval apart.
struct KeyframeDistance: Sendable {
    let interval: MediaTime
    /// The time of the last selected frame.
    private var last: MediaTime?

    init(_ interval: MediaTime) { self.interval = interval }

    /// Returns whether the frame presented at `time` must be a sync sample, because the next frame would be too late.
    /// Earlier times begin another pass.
    mutating func mustBeSync(_ time: MediaTime, duration: MediaTime) -> Bool {
        if let last, time >= last, time < last + interval, time + duration <= last + interval { return false }
        last = time
        return true
    }
}
