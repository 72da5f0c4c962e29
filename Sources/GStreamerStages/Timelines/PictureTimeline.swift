import Media
import StageKit

/// Presentation times and true durations of pictures: each one lasts until the next.
///
/// A live picture does not wait for that: it goes at once with the duration that it is expected to have. One whose time
/// is not later than that of the one before, as when a network hurries, is left out; so is one that a decoder made of
/// damaged data, where times are to be mended.
struct PictureTimeline {
    /// A step forward beyond this, in nanoseconds, is taken for damage.
    static let longestGap: Int64 = 60_000_000_000
    /// A step back of pictures that are left out beyond this, in nanoseconds, is taken for damage.
    static let longestStepBack: Int64 = 500_000_000

    private let timescale: Int32
    /// The length of a picture at the claimed rate, in ticks; 0 when unknown.
    private let nominal: Int64
    private let isLive: Bool
    private let mendsTimes: Bool
    /// The newest picture, without content where it has gone.
    private var held: (ticks: Int64, end: Int64, content: (any FrameContent)?)?
    private var lastDuration: Int64 = 0
    /// How many pictures were left out.
    private(set) var leftOut = 0

    init(timescale: Int32, rate: Ratio?, isLive: Bool = false, mendsTimes: Bool = false) {
        self.timescale = timescale
        self.isLive = isLive
        self.mendsTimes = isLive || mendsTimes
        nominal =
            rate.map { MediaTime(value: Int64($0.denominator), timescale: $0.numerator).ticks(at: timescale) } ?? 0
    }

    /// Takes a picture and returns the one before it, whose duration is now known, or, where it is live, this one.
    mutating func next(
        at nanoseconds: Int64?, duration: Int64?, _ content: any FrameContent, track: Track.ID
    ) throws(StageError) -> Frame? {
        guard let ticks = nanoseconds.map({ TrackTimescale.ticks($0, timescale) }) ?? held?.end else {
            throw StageError(.badTimestamps, "the first picture has no presentation time")
        }
        if mendsTimes, let last = held?.ticks, ticks <= last, isSmall(ticks - last) {
            leftOut += 1
            return nil
        }
        let own = duration.map { TrackTimescale.ticks($0, timescale) } ?? 0
        let length = own > 0 ? own : nominal > 0 ? nominal : lastDuration
        let before = held
        held = (ticks, ticks + length, isLive ? nil : content)
        if let before {
            try check(ticks, after: before.ticks, end: before.end)
            lastDuration = ticks - before.ticks
        }
        if isLive { return frame(ticks, length, content, track) }
        return before.flatMap { before in
            before.content.map { frame(before.ticks, lastDuration, $0, track) }
        }
    }

    /// The last picture, with the duration that it came with.
    mutating func finish(track: Track.ID) -> Frame? {
        guard let held, let content = held.content else { return nil }
        self.held = nil
        let length = held.end - held.ticks
        return frame(held.ticks, length > 0 ? length : max(lastDuration, 1), content, track)
    }

    private func frame(_ ticks: Int64, _ duration: Int64, _ content: any FrameContent, _ track: Track.ID) -> Frame {
        Frame(track: track, timescale: timescale, presentationTicks: ticks, duration: duration, content: content)
    }

    private func isSmall(_ step: Int64) -> Bool {
        MediaTime(value: step, timescale: timescale) >= .nanoseconds(-Self.longestStepBack)
    }

    private func check(_ ticks: Int64, after last: Int64, end: Int64) throws(StageError) {
        let (time, before) = (
            MediaTime(value: ticks, timescale: timescale), MediaTime(value: last, timescale: timescale)
        )
        if ticks <= last {
            throw StageError(.badTimestamps, "a picture at \(time) follows one at \(before)")
        }
        if MediaTime(value: ticks - max(end, last), timescale: timescale) > .nanoseconds(Self.longestGap) {
            throw StageError(
                .badTimestamps, "picture times jump from \(before) to \(time); at most 60 s may be missing")
        }
    }
}
