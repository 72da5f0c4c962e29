public import Media

/// The part of the media that one run of a distributed job processes.
public struct MediaPortion: Sendable, Hashable {
    /// The start of the portion on the timeline of the source; zero includes earlier media.
    public var start: MediaTime
    /// The end of the portion; indefinite for the end of the media.
    public var end: MediaTime
    /// The duration of media before ``start`` that sources deliver in addition, for stages that require it.
    public var warmUp: MediaTime
    /// The duration of media after ``end`` that sources deliver in addition, for stages that look ahead.
    public var lookAhead = MediaTime.zero
    /// The media types that the stages below process; sources may omit others.
    public var mediaTypes: Set<MediaType>
    /// The index of the first segment of the portion in its rendition, from 0.
    public var firstSegment: Int
    /// The starts of the segments after the first one, for tracks that follow video which another task processes; nil
    /// if they are unknown.
    public var segmentStarts: [MediaTime]?
    /// The time of the first video frame after the portion; nil if it is unknown.
    public var nextFrame: MediaTime?
    /// The times of the first payloads of the media, by track in the order of announcement; empty if they are unknown.
    public var trackStarts: [MediaTime] = []
    /// The formats with which the tracks of a stage's input begin, in the order of announcement; empty if they are unknown.
    /// Encoders that keep one format keep the same one in all portions.
    package var trackFormats: [MediaFormat] = []

    /// A portion from `start` to `end`.
    public init(
        from start: MediaTime = .zero, to end: MediaTime = .indefinite, warmUp: MediaTime = .zero,
        mediaTypes: Set<MediaType> = Set(MediaType.allCases), firstSegment: Int = 0
    ) {
        self.start = start
        self.end = end
        self.warmUp = warmUp
        self.mediaTypes = mediaTypes
        self.firstSegment = firstSegment
    }

    /// The time at which sources start: ``start`` less the warm-up; zero includes earlier media.
    public var deliveryStart: MediaTime { max(.zero, start - warmUp) }
    /// The time at which sources end: ``end`` and the look-ahead.
    public var deliveryEnd: MediaTime { end.isIndefinite ? end : end + lookAhead }
    /// Whether the portion includes the beginning of the media.
    public var includesBeginning: Bool { deliveryStart <= .zero }
    /// Whether the portion has a start or an end inside the media.
    public var isLimited: Bool { start > .zero || !end.isIndefinite }

    /// Returns whether a payload presented at `time` is delivered by sources.
    public func delivers(_ time: MediaTime) -> Bool {
        (includesBeginning || time >= deliveryStart) && time < deliveryEnd
    }
    /// Returns whether a payload presented at `time` belongs to the portion.
    public func contains(_ time: MediaTime) -> Bool { (start <= .zero || time >= start) && time < end }
}
