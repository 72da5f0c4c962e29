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
        /// The wall clock was stepped by this duration. The step is applied at the next discontinuity.
        case stepped(by: Duration)
        /// The mapping was reset to the wall clock at a discontinuity.
        case anchored
    }

    /// The date of media time zero, from media time `from` on.
    private struct Point: Sendable, Hashable {
        var from: MediaInstant
        var zero: WallTime
    }

    /// The media time per unit of the maximum correction: twice the maximum slew rate of NTP.
    static let rate = 1000
    /// The maximum correction per observation: half a frame at 60 frames per second.
    static let maximumCorrection = Duration.milliseconds(8)
    /// The largest difference that is corrected gradually.
    static let maximumSlew = Duration.seconds(1)
    /// The largest difference that is ignored: the two clocks cannot be read at the same instant.
    static let noise = Duration.microseconds(500)
    /// The number of points kept for tracks that lag behind others.
    private static let history = 64

    private var points: [Point]
    private var reportedStep = Duration.zero

    /// A mapping of media time zero to a date.
    public init(zero: WallTime) { points = [Point(from: .distantPast, zero: zero)] }

    /// The current date of media time zero.
    public var zero: WallTime { points[points.count - 1].zero }

    /// The capture time of `time`. The result is the same for all tracks, even if some lag behind.
    public func date(of time: MediaTime) -> WallTime {
        let media = MediaInstant(time)
        let point = points.last { $0.from <= media } ?? points[0]
        return point.zero + (media - .zero)
    }

    /// Adds the observation that media time zero has the date `observed`, at a segment that starts at `time`.
    public mutating func observe(
        zero observed: WallTime, at time: MediaTime, isDiscontinuity: Bool = false
    ) -> Change {
        observe(zero: observed, at: time, isDiscontinuity: isDiscontinuity, after: nil)
    }

    /// Adds an observation at a segment that follows media up to `end`: at a discontinuity, dates go back by no more than
    /// the time without media before it, unless the wall clock was stepped. The rest is corrected gradually.
    package mutating func observe(
        zero observed: WallTime, at time: MediaTime, isDiscontinuity: Bool, after end: MediaTime?
    ) -> Change {
        let media = MediaInstant(time)
        let last = points[points.count - 1]
        guard media > last.from else { return .none }
        let difference = observed - last.zero
        let magnitude = max(difference, .zero - difference)
        if isDiscontinuity, magnitude > Self.maximumCorrection {
            reportedStep = .zero
            var zero = observed
            if let end, magnitude <= Self.maximumSlew {
                let hole = max(.zero, media - MediaInstant(end))
                zero = max(observed, last.zero - hole)
            }
            append(Point(from: media, zero: zero))
            return .anchored
        }
        guard magnitude <= Self.maximumSlew else { return step(difference) }
        reportedStep = .zero
        let elapsed = last.from == .distantPast ? .zero : media - last.from
        let limit = min(Self.maximumCorrection, elapsed / Self.rate)
        let correction = max(.zero - limit, min(limit, difference))
        append(Point(from: media, zero: magnitude <= Self.noise ? last.zero : last.zero + correction))
        return .none
    }

    private mutating func step(_ difference: Duration) -> Change {
        // Report each step once; later observations of the same step differ only by clock drift.
        let change = difference - reportedStep
        guard max(change, .zero - change) > Self.maximumSlew else { return .none }
        reportedStep = difference
        return .stepped(by: difference)
    }

    private mutating func append(_ point: Point) {
        points.append(point)
        if points.count > Self.history { points.removeFirst(points.count - Self.history) }
    }
}
