public import Media

/// A range of a timeline.
public struct MediaTimeRange: Sendable, Hashable {
    public var start: MediaTime
    /// The duration; indefinite for a range without end.
    public var duration: MediaTime

    /// The range that starts at `start` and lasts `duration`.
    public init(start: MediaTime, duration: MediaTime) {
        self.start = start
        self.duration = duration
    }

    /// The exclusive end time; indefinite for a range without end.
    public var end: MediaTime { start + duration }
}
