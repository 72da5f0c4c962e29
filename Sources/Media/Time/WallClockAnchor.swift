/// What time it was in the world when media were captured: media time and wall-clock time tied together, smoothly.
///
/// Times of the world that follow from media time grow with it, so that EXT-X-PROGRAM-DATE-TIME agrees with the sums of
/// EXTINF. The wall clock is set now and then: small differences are made up for slowly, by less than a picture in each
/// segment; a step of the clock is followed only where the media have a discontinuity, never in between.
public struct WallClockAnchor: Sendable, Hashable {
    /// What an observation did.
    public enum Change: Sendable, Hashable {
        /// The two agree, or come nearer to each other.
        case none
        /// The wall clock was set by this many nanoseconds; it is followed at the next discontinuity.
        case stepped(by: Int64)
        /// The wall clock is followed at once, because there is a discontinuity.
        case anchored
    }

    /// From this media time on, in nanoseconds, wall-clock time is so many nanoseconds ahead of media time.
    private struct Point: Sendable, Hashable {
        var from: Int64
        var offset: Int64
    }

    /// How much is made up for in each second of media, in nanoseconds: twice what NTP slews.
    static let rate: Int64 = 1_000_000
    /// How much is made up for at once, in nanoseconds: half a picture at 60 pictures per second.
    static let mostAtOnce: Int64 = 8_000_000
    /// The largest difference that is made up for, in nanoseconds.
    static let largestSlew: Int64 = 1_000_000_000
    /// Differences that are none, in nanoseconds: reading two clocks takes time.
    static let noise: Int64 = 500_000
    /// How many points are kept for tracks that are behind others.
    private static let history = 64

    private var points: [Point]
    private var reportedStep: Int64 = 0

    /// Ties media time zero to `offset`, in nanoseconds since 1970.
    public init(offset: Int64) { points = [Point(from: .min, offset: offset)] }

    /// How far wall-clock time is ahead of the newest media time, in nanoseconds.
    public var offset: Int64 { points[points.count - 1].offset }

    /// Nanoseconds since 1970 at which `time` was captured; the same for all tracks, however far each is.
    public func date(of time: MediaTime) -> Int64 {
        let media = time.nanoseconds
        let point = points.last { $0.from <= media } ?? points[0]
        return Int64(clamping: Int128(media) + Int128(point.offset))
    }

    /// Takes note that wall-clock time is `observed` nanoseconds ahead of media time, where a segment begins at `time`.
    public mutating func observe(
        offset observed: Int64, at time: MediaTime, isDiscontinuity: Bool = false
    ) -> Change {
        let media = time.nanoseconds
        let last = points[points.count - 1]
        guard media > last.from else { return .none }
        let difference = Int64(clamping: Int128(observed) - Int128(last.offset))
        if isDiscontinuity, difference.magnitude > UInt64(Self.mostAtOnce) {
            reportedStep = 0
            append(Point(from: media, offset: observed))
            return .anchored
        }
        guard difference.magnitude <= UInt64(Self.largestSlew) else { return step(difference) }
        reportedStep = 0
        let elapsed = last.from == .min ? 0 : Int128(media) - Int128(last.from)
        let most = min(Int128(Self.mostAtOnce), elapsed * Int128(Self.rate) / 1_000_000_000)
        let correction = max(-most, min(most, Int128(difference)))
        let isNoise = difference.magnitude <= UInt64(Self.noise)
        append(Point(from: media, offset: last.offset + (isNoise ? 0 : Int64(correction))))
        return .none
    }

    private mutating func step(_ difference: Int64) -> Change {
        // Once for each step: what follows differs by what the clock drifts.
        guard (difference &- reportedStep).magnitude > UInt64(Self.largestSlew) else { return .none }
        reportedStep = difference
        return .stepped(by: difference)
    }

    private mutating func append(_ point: Point) {
        points.append(point)
        if points.count > Self.history { points.removeFirst(points.count - Self.history) }
    }
}
