public import Media

/// A part of the timeline of a presentation.
public struct LoadedTimeRange: Sendable, Hashable {
    /// The time of its first frame, relative to the start of the playlist.
    public var start: MediaTime
    public var duration: MediaTime

    public init(start: MediaTime, duration: MediaTime) {
        self.start = start
        self.duration = duration
    }

    /// The time after its last frame.
    public var end: MediaTime { start + duration }
}
