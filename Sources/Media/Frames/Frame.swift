/// One uncompressed video frame, or one block of uncompressed audio.
public struct Frame: Sendable {
    /// The track that the frame belongs to.
    public var track: Track.ID
    /// The track's timescale: ticks per second of the times below.
    public var timescale: Int32
    /// The presentation time in ticks; may be negative.
    public var presentationTicks: Int64
    /// The duration in ticks; 0 when unknown.
    public var duration: Int64
    /// Whether an encoder must code the frame as a sync sample.
    public var mustBeSync: Bool
    /// The storage of the frame's bytes.
    public var content: any FrameContent

    /// A frame of `track`.
    public init(
        track: Track.ID, timescale: Int32, presentationTicks: Int64, duration: Int64, mustBeSync: Bool = false,
        content: any FrameContent
    ) {
        self.track = track
        self.timescale = timescale
        self.presentationTicks = presentationTicks
        self.duration = duration
        self.mustBeSync = mustBeSync
        self.content = content
    }

    /// The presentation time.
    public var presentationTime: MediaTime { MediaTime(value: presentationTicks, timescale: timescale) }

    /// Returns the frame presented later by `offset`, rounded to the track's ticks. Saturates at the limits of `Int64`.
    public func shifted(by offset: MediaTime) -> Frame {
        var result = self
        result.presentationTicks = (presentationTime + offset).ticks(at: timescale)
        return result
    }
}
