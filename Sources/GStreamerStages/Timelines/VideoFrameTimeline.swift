import Media
import StageKit

/// Determines the presentation times and durations of frames: each lasts until the next.
///
/// Live frames are passed on immediately with their expected duration. Frames that are not later than the previous
/// frame are discarded in live media, where network jitter causes them, and with `correctsTimes`, where a decoder may
/// produce them from damaged data. Frames of samples that repeat a time share its duration.
struct VideoFrameTimeline {
    /// The largest gap between frames, in nanoseconds. A larger one is an error.
    static let maximumGap: Int64 = 60_000_000_000
    /// The largest backward step of frames that are discarded, in nanoseconds. A larger one is an error.
    static let maximumStepBack: Int64 = 500_000_000

    private let timescale: Int32
    /// The frame duration according to the declared rate, in ticks; 0 when unknown.
    private let nominal: Int64
    private let isLive: Bool
    private let correctsTimes: Bool
    /// The number of samples with a time in nanoseconds.
    private let sampleCount: @Sendable (Int64) -> Int
    /// The frames of the newest time; empty if they were passed on.
    private struct NewestFrames {
        var ticks: Int64
        var end: Int64
        var contents: [any FrameContent]
    }
    private var held: NewestFrames?
    private var lastDuration: Int64 = 0
    /// The number of discarded frames.
    private(set) var leftOut = 0

    init(
        timescale: Int32, rate: Ratio?, isLive: Bool = false, mendsTimes: Bool = false,
        sampleCount: @escaping @Sendable (Int64) -> Int = { _ in 1 }
    ) {
        self.timescale = timescale
        self.sampleCount = sampleCount
        self.isLive = isLive
        self.correctsTimes = isLive || mendsTimes
        nominal =
            rate.map { MediaTime(value: Int64($0.denominator), timescale: $0.numerator).ticks(at: timescale) } ?? 0
    }

    /// Processes a frame. Returns the previous frames, whose duration is now known, or for live media this frame.
    ///
    /// Throws `bad-timestamps` if times do not increase, or jump by more than 60 s.
    mutating func next(
        at nanoseconds: Int64?, duration: Int64?, _ content: any FrameContent, track: Track.ID
    ) throws(StageError) -> [Frame] {
        guard let ticks = nanoseconds.map({ TrackTimescale.ticks($0, timescale) }) ?? held?.end else {
            throw StageError(.badTimestamps, "the first frame has no presentation time")
        }
        if correctsTimes, let last = held?.ticks, ticks <= last, isSmall(ticks - last) {
            if ticks == last, !isLive, let nanoseconds, let held, held.contents.count < sampleCount(nanoseconds) {
                self.held?.contents.append(content)
            } else {
                leftOut += 1
            }
            return []
        }
        let own = duration.map { TrackTimescale.ticks($0, timescale) } ?? 0
        let length = own > 0 ? own : nominal > 0 ? nominal : lastDuration
        let before = held
        held = NewestFrames(
            ticks: ticks, end: ticks + length, contents: isLive ? [] : [content])
        if let before {
            try validate(ticks, after: before.ticks, end: before.end)
            lastDuration = ticks - before.ticks
        }
        if isLive { return [frame(ticks, length, content, track)] }
        return before.map { frames($0, lastDuration, track) } ?? []
    }

    /// Returns frames with the same time, each for a part of `duration` ticks. Frames for which there is no tick are omitted.
    private mutating func frames(_ newest: NewestFrames, _ duration: Int64, _ track: Track.ID) -> [Frame] {
        let count = min(Int64(newest.contents.count), max(1, duration))
        leftOut += newest.contents.count - Int(count)
        return newest.contents.prefix(Int(count)).enumerated().map { index, content in
            let (start, end) = (duration * Int64(index) / count, duration * Int64(index + 1) / count)
            return frame(newest.ticks + start, end - start, content, track)
        }
    }

    /// The last frames, with their own duration.
    mutating func finish(track: Track.ID) -> [Frame] {
        guard let held, !held.contents.isEmpty else { return [] }
        self.held = nil
        let length = held.end - held.ticks
        let duration = length > 0 ? length : max(lastDuration, 1)
        return frames(held, max(duration, Int64(held.contents.count)), track)
    }

    private func frame(_ ticks: Int64, _ duration: Int64, _ content: any FrameContent, _ track: Track.ID) -> Frame {
        Frame(track: track, timescale: timescale, presentationTicks: ticks, duration: duration, content: content)
    }

    private func isSmall(_ step: Int64) -> Bool {
        MediaTime(value: step, timescale: timescale) >= .nanoseconds(-Self.maximumStepBack)
    }

    private func validate(_ ticks: Int64, after last: Int64, end: Int64) throws(StageError) {
        let (time, before) = (
            MediaTime(value: ticks, timescale: timescale), MediaTime(value: last, timescale: timescale)
        )
        if ticks <= last {
            throw StageError(.badTimestamps, "a frame at \(time) follows one at \(before)")
        }
        if MediaTime(value: ticks - max(end, last), timescale: timescale) > .nanoseconds(Self.maximumGap) {
            throw StageError(
                .badTimestamps, "frame times jump from \(before) to \(time); the maximum gap is 60 s")
        }
    }
}
