/// A smooth mapping from media time to the wall-clock time of capture.
///
/// The mapped times advance with media time, so that `EXT-X-PROGRAM-DATE-TIME` agrees with the sum of `EXTINF`
/// durations. When the wall clock is adjusted, small differences are corrected gradually, by less than a frame per
/// segment. A step of the clock is applied only at a discontinuity of the media.
public struct WallClockMapping: Sendable, Hashable {
    /// The effect of an observation.
    public enum Change: Sendable, Hashable {
        /// The clocks agree, or their difference is being corrected gradually.
        case none
        /// The wall clock was stepped by this many nanoseconds. The step is applied at the next discontinuity.
        case stepped(by: Int64)
        /// The mapping was reset to the wall clock at a discontinuity.
        case anchored
    }

    /// The difference of wall-clock time and media time, in nanoseconds, from media time `from` on.
    private struct Point: Sendable, Hashable {
        var from: Int64
        var offset: Int64
    }

    /// The maximum correction per second of media, in nanoseconds: twice the maximum slew rate of NTP.
    static let rate: Int64 = 1_000_000
    /// The maximum correction per observation, in nanoseconds: half a frame at 60 frames per second.
    static let maximumCorrection: Int64 = 8_000_000
    /// The largest difference that is corrected gradually, in nanoseconds.
    static let maximumSlew: Int64 = 1_000_000_000
    /// The largest difference that is ignored, in nanoseconds: the two clocks cannot be read at the same instant.
    static let noise: Int64 = 500_000
    /// The number of points kept for tracks that lag behind others.
    private static let history = 64

    private var points: [Point]
    private var reportedStep: Int64 = 0

    /// A mapping of media time zero to `offset`, in nanoseconds since 1970.
    public init(offset: Int64) { points = [Point(from: .min, offset: offset)] }

    /// The current offset from media time to wall-clock time, in nanoseconds.
    public var offset: Int64 { points[points.count - 1].offset }

    /// The capture time of `time` in nanoseconds since 1970. The result is the same for all tracks, even if some lag
    /// behind.
    public func date(of time: MediaTime) -> Int64 {
        let media = time.nanoseconds
        let point = points.last { $0.from <= media } ?? points[0]
        return Int64(clamping: Int128(media) + Int128(point.offset))
    }

    /// Adds the observation that wall-clock time is `observed` nanoseconds ahead of media time, at a segment that
    /// starts at `time`.
    public mutating func observe(
        offset observed: Int64, at time: MediaTime, isDiscontinuity: Bool = false
    ) -> Change {
        let media = time.nanoseconds
        let last = points[points.count - 1]
        guard media > last.from else { return .none }
        let difference = Int64(clamping: Int128(observed) - Int128(last.offset))
        if isDiscontinuity, difference.magnitude > UInt64(Self.maximumCorrection) {
            reportedStep = 0
            append(Point(from: media, offset: observed))
            return .anchored
        }
        guard difference.magnitude <= UInt64(Self.maximumSlew) else { return step(difference) }
        reportedStep = 0
        let elapsed = last.from == .min ? 0 : Int128(media) - Int128(last.from)
        let limit = min(Int128(Self.maximumCorrection), elapsed * Int128(Self.rate) / 1_000_000_000)
        let correction = max(-limit, min(limit, Int128(difference)))
        let isNoise = difference.magnitude <= UInt64(Self.noise)
        append(Point(from: media, offset: last.offset + (isNoise ? 0 : Int64(correction))))
        return .none
    }

    private mutating func step(_ difference: Int64) -> Change {
        // Report each step once; later observations of the same step differ only by clock drift.
        guard (difference &- reportedStep).magnitude > UInt64(Self.maximumSlew) else { return .none }
        reportedStep = difference
        return .stepped(by: difference)
    }

    private mutating func append(_ point: Point) {
        points.append(point)
        if points.count > Self.history { points.removeFirst(points.count - Self.history) }
    }
}
