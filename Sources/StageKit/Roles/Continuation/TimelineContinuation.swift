public import Media

/// The continuation of the media timeline of an earlier run.
public struct TimelineContinuation: Sendable, Hashable {
    /// The end of the earlier run's media; new media must not start before it.
    public var end: MediaTime
    /// The current media time, for media without a capture time.
    public var now: MediaTime
    /// The time of media time zero, as in `Track.liveOrigin`; nil if the media time was not tied to real time.
    public var origin: MonotonicTime?
    /// The state of the encryption of each rendition at the end of the earlier run, by rendition.
    package var encryptions: [String: EncryptionState] = [:]

    /// Creates a continuation of a timeline that ended at `end` and has advanced to `now`.
    public init(end: MediaTime, now: MediaTime, origin: MonotonicTime? = nil) {
        self.end = end
        self.now = now
        self.origin = origin
    }

    /// Returns the media time of a source's time zero, given its capture time or nil. It is in whole milliseconds, which
    /// common timescales represent exactly.
    public func start(liveOrigin: MonotonicTime?) -> MediaTime {
        guard let origin, let liveOrigin else { return max(end, now).rescaled(to: 1000, rounding: .up) }
        return max(end, MediaTime(liveOrigin - origin)).rescaled(to: 1000, rounding: .up)
    }
}
