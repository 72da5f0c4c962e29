/// One stream of payloads of one media type, announced before its first payload.
public struct Track: Sendable, Hashable, Identifiable {
    /// Names a track within a run.
    public struct ID: RawRepresentable, Sendable, Hashable, Comparable {
        public let rawValue: UInt32
        /// The identity with this number.
        @inlinable public init(rawValue: UInt32) { self.rawValue = rawValue }
        @inlinable public static func < (left: ID, right: ID) -> Bool { left.rawValue < right.rawValue }
    }

    public var id: ID
    public var format: MediaFormat
    /// Ticks per second of the track's payload times.
    public var timescale: Int32
    /// BCP 47 language tag; nil when unknown.
    public var language: String?
    /// A name for people.
    public var name: String?
    /// How long the source says the track is.
    public var duration: MediaTime?
    /// PCM samples before the first real one that decoding yields and playback drops, in ticks of the track.
    ///
    /// Payload times already say so: the first packet's presentation time is this much before the first sound.
    public var priming: Int64
    /// Bits per second that the source or encoder declares.
    public var nominalBitRate: Int?
    /// The longest distance between sync samples, where the source knows it beforehand.
    public var longestSyncDistance: MediaTime?
    /// The same between sync samples that no later picture looks behind; nil where all are, or where it is not known.
    ///
    /// HEVC's CRA pictures with RASL pictures are not among them.
    package var longestClosedSyncDistance: MediaTime?
    /// How it is offered beside other tracks.
    public var attributes = TrackAttributes()
    /// Where the track's time zero lies on the system's monotonic clock, in nanoseconds; nil for what is not captured now.
    ///
    /// With it follows from media time what time it was in the world.
    public var liveOrigin: Int64?

    /// A track with no more known than this.
    public init(id: ID, format: MediaFormat, timescale: Int32) {
        precondition(timescale > 0, "a track's timescale is above zero")
        self.id = id
        self.format = format
        self.timescale = timescale
        priming = 0
    }

    /// Video or audio.
    public var mediaType: MediaType { format.mediaType }
}
