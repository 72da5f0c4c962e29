import Media

/// The gaps in a track that are longer than the maximum duration of a sample, in ticks of the track.
///
/// The media timeline omits the excess. During a gap the edit list repeats the last sample, as often as needed. An
/// empty edit would express the same, but ffmpeg presents the media from their beginning when an empty edit follows
/// other edits.
struct MediaBreaks: Sendable {
    /// A range of the presentation and its offset to the media timeline.
    struct Stretch: Sendable, Equatable {
        /// The start on the input's timeline.
        var start: Int64
        var end: Int64
        /// The total duration omitted from the media timeline before this range.
        var leftOut: Int64
    }

    private struct Break: Sendable {
        /// The time until which the last sample before the gap has been presented.
        var lastEnd: Int64
        /// The presentation time at which media resume.
        var next: Int64
        /// The duration that the media timeline omits before `next`.
        var leftOut: Int64

        var resting: Int64 { next - leftOut - lastEnd }
        var editCount: Int64 { (leftOut + resting - 1) / resting }
    }

    /// The maximum number of edit list entries that cover gaps.
    static let mostEdits = 1 << 16

    private var breaks: [Break] = []
    private var decodeEnd: Int64?
    private var lastPresentation = Int64.min
    private var usualDuration: Int64 = 1
    /// The number of edit list entries that cover gaps.
    private(set) var editCount = 0

    /// Records the next sample; returns whether a gap is omitted from the media timeline before it.
    mutating func place(_ sample: Sample) -> Bool {
        defer {
            decodeEnd = sample.decodeTicks + sample.duration
            lastPresentation = max(lastPresentation, sample.presentationTicks)
            if sample.duration < TrackTimeline.longestDuration { usualDuration = max(sample.duration, 1) }
        }
        guard let decodeEnd, sample.decodeTicks > decodeEnd else { return false }
        let leftOut = sample.decodeTicks - decodeEnd
        // At least one tick of the last sample's time must remain to be repeated.
        let lastEnd = min(lastPresentation + usualDuration, sample.presentationTicks - leftOut - 1)
        let added = Break(lastEnd: lastEnd, next: sample.presentationTicks, leftOut: leftOut)
        breaks.append(added)
        editCount += Int(clamping: added.editCount)
        return true
    }

    /// Returns the ranges presented between two times of the input.
    func stretches(from first: Int64, to last: Int64) -> [Stretch] {
        var result: [Stretch] = []
        var (start, leftOut) = (first, Int64(0))
        for pause in breaks {
            var now = pause.next - pause.leftOut
            result.append(Stretch(start: start, end: now, leftOut: leftOut))
            while now < pause.next {
                let end = min(now + pause.resting, pause.next)
                result.append(Stretch(start: now, end: end, leftOut: leftOut + now - pause.lastEnd))
                now = end
            }
            start = pause.next
            leftOut += pause.leftOut
        }
        return result + [Stretch(start: start, end: last, leftOut: leftOut)]
    }
}
