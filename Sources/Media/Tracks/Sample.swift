/// One coded access unit of video, or one packet of audio.
public struct Sample: Sendable {
    /// The track that the sample belongs to.
    public var track: Track.ID
    /// The track's timescale: ticks per second of the times below.
    public var timescale: Int32
    /// The decode time in ticks; may be negative if presentation starts at zero.
    public var decodeTicks: Int64
    /// The composition offset: presentation time minus decode time, in ticks; may be negative.
    public var presentationOffset: Int64
    /// The duration in ticks; above zero.
    public var duration: Int64
    public var flags: SampleFlags
    /// The coded bytes in the form that fragmented MP4 stores: NAL units with length prefixes, raw AAC.
    public var bytes: ByteSlice

    /// A sample of `track`.
    @inlinable public init(
        track: Track.ID, timescale: Int32, decodeTicks: Int64, presentationOffset: Int64 = 0, duration: Int64,
        flags: SampleFlags = .sync, bytes: ByteSlice
    ) {
        self.track = track
        self.timescale = timescale
        self.decodeTicks = decodeTicks
        self.presentationOffset = presentationOffset
        self.duration = duration
        self.flags = flags
        self.bytes = bytes
    }

    /// The presentation time in ticks.
    @inlinable public var presentationTicks: Int64 { decodeTicks &+ presentationOffset }
    /// The decode time.
    public var decodeTime: MediaTime { MediaTime(value: decodeTicks, timescale: timescale) }
    /// The presentation time.
    public var presentationTime: MediaTime { MediaTime(value: presentationTicks, timescale: timescale) }
    /// Whether the sample is a sync sample, at which decoding can start.
    @inlinable public var isSync: Bool { flags.isSync }

    /// Returns the sample decoded and presented later by `offset`, rounded to the track's ticks. Saturates at the
    /// limits of `Int64`.
    public func shifted(by offset: MediaTime) -> Sample {
        var result = self
        result.decodeTicks = (decodeTime + offset).ticks(at: timescale)
        return result
    }
}
