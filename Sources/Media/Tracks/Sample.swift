/// One coded access unit: a picture or a packet of sound.
public struct Sample: Sendable {
    /// The track it belongs to.
    public var track: Track.ID
    /// Ticks per second of the times below, the track's own.
    public var timescale: Int32
    /// When it is decoded, in ticks; signed, since a stream that presents at zero may decode before.
    public var decodeTicks: Int64
    /// From decode to presentation, in ticks; may be negative.
    public var presentationOffset: Int64
    /// How long it lasts, in ticks; above zero.
    public var duration: Int64
    public var flags: SampleFlags
    /// The coded bytes, in the form fragmented MP4 stores them (NAL units with length prefixes, raw AAC).
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

    /// When it is presented, in ticks.
    @inlinable public var presentationTicks: Int64 { decodeTicks &+ presentationOffset }
    /// When it is decoded.
    public var decodeTime: MediaTime { MediaTime(value: decodeTicks, timescale: timescale) }
    /// When it is presented.
    public var presentationTime: MediaTime { MediaTime(value: presentationTicks, timescale: timescale) }
    /// Whether decoding can begin here.
    @inlinable public var isSync: Bool { flags.isSync }

    /// The same sample later by `offset`, rounded to the track's ticks; saturates at the ends of 64 bits.
    public func shifted(by offset: MediaTime) -> Sample {
        var result = self
        result.decodeTicks = (decodeTime + offset).ticks(at: timescale)
        return result
    }
}

/// The 32 sample flags of ISO/IEC 14496-12 8.8.3.1.
public struct SampleFlags: RawRepresentable, Sendable, Hashable {
    public let rawValue: UInt32
    /// The flags with these bits.
    @inlinable public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Depends on no other sample.
    public static let sync = SampleFlags(rawValue: 0x0200_0000)
    /// Depends on others; whether others depend on it is not known.
    public static let predicted = SampleFlags(rawValue: 0x0101_0000)
    /// Depends on others, and no other depends on it.
    public static let disposable = SampleFlags(rawValue: 0x0181_0000)

    /// Whether decoding can begin here: `sample_is_non_sync_sample` is 0.
    @inlinable public var isSync: Bool { rawValue & 0x0001_0000 == 0 }
}
