/// One stream of payloads of one media type, announced before its first payload.
public struct Track: Sendable, Hashable, Identifiable, Codable {
    /// The identity of a track within a run.
    public struct ID: RawRepresentable, Sendable, Hashable, Comparable, Codable {
        public let rawValue: UInt32
        /// The identity with this number.
        @inlinable public init(rawValue: UInt32) { self.rawValue = rawValue }
        @inlinable public static func < (left: ID, right: ID) -> Bool { left.rawValue < right.rawValue }
    }

    public var id: ID
    public var format: MediaFormat
    /// Ticks per second of the payload times.
    public var timescale: Int32
    /// The BCP 47 language tag; nil when unknown.
    public var language: String?
    /// A display name.
    public var name: String?
    /// The duration that the source declares; nil when unknown.
    public var duration: MediaTime?
    /// The encoder priming: PCM frames before the actual audio that decoding produces and playback discards, in ticks.
    ///
    /// Payload times account for it: the presentation time of the first packet precedes the actual audio by this
    /// amount.
    public var priming: Int64
    /// The bit rate that the source or encoder declares, in bits per second.
    public var nominalBitRate: Int?
    /// The maximum interval between sync samples, if the source knows it in advance.
    public var maximumSyncInterval: MediaTime?
    /// The maximum interval between sync samples after which no picture refers to earlier ones; nil if all sync samples
    /// are of this kind, or if it is unknown.
    ///
    /// CRA pictures of HEVC with RASL pictures are not of this kind.
    package var maximumClosedSyncInterval: MediaTime?
    /// The longest intervals between IDR pictures and recovery points of H.264; nil without recovery points, or if they are
    /// unknown.
    package var recoveryIntervals: RecoveryIntervals?
    /// The end of the presented media, after which samples are only decoded; nil if all samples are presented.
    package var presentationEnd: MediaTime?
    /// The track's place in the input; nil where it was not read from one.
    package var origin: TrackOrigin?
    /// The chapters of the track's input; nil if it has none.
    package var chapters: ChapterList?
    /// The properties with which a presentation lists the track.
    public var attributes = TrackAttributes()
    /// The capture time of the track's time zero; nil if the track is not captured live. Maps media times to wall-clock
    /// times.
    public var liveOrigin: MonotonicTime?

    /// A track without optional properties.
    public init(id: ID, format: MediaFormat, timescale: Int32) {
        precondition(timescale > 0, "a track's timescale is above zero")
        self.id = id
        self.format = format
        self.timescale = timescale
        priming = 0
    }

    /// The media type of the track's format.
    public var mediaType: MediaType { format.mediaType }
}
