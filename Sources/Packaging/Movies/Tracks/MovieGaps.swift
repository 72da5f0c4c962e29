import Media

/// The gaps in a track that are longer than the maximum duration of a sample, in ticks of the track.
///
/// The media timeline omits the excess. During a gap the edit list repeats the last sample, as often as needed. An
/// empty edit would express the same, but ffmpeg presents the media from their beginning when an empty edit follows
/// other edits.
struct MovieGaps: Sendable {
    /// A range of the presentation and its offset to the media timeline.
    struct PresentedRange: Sendable, Equatable {
        /// The start on the input's timeline.
        var start: Int64
        var end: Int64
        /// The total duration omitted from the media timeline before this range.
        var omittedDuration: Int64
    }

    private struct Gap: Sendable {
        /// The time until which the last sample before the gap has been presented.
        var lastEnd: Int64
        /// The presentation time at which media resume.
        var resumption: Int64
        /// The duration that the media timeline omits before `next`.
        var omittedDuration: Int64

        var repeatedDuration: Int64 { resumption - omittedDuration - lastEnd }
        var editCount: Int64 { (omittedDuration + repeatedDuration - 1) / repeatedDuration }
    }

    /// The maximum number of edit list entries that cover gaps.
    static let maximumEditCount = 1 << 16

    private var gaps: [Gap] = []
    private var decodeEnd: Int64?
    private var lastPresentation = Int64.min
    private var typicalDuration: Int64 = 1
    /// The number of edit list entries that cover gaps.
    private(set) var editCount = 0

    /// Records the next sample; returns whether a gap is omitted from the media timeline before it.
    mutating func record(_ sample: Sample) -> Bool {
        defer {
            decodeEnd = sample.decodeTicks + sample.duration
            lastPresentation = max(lastPresentation, sample.presentationTicks)
            if sample.duration < TrackTimeline.maximumSampleDuration { typicalDuration = max(sample.duration, 1) }
        }
        guard let decodeEnd, sample.decodeTicks > decodeEnd else { return false }
        let leftOut = sample.decodeTicks - decodeEnd
        // At least one tick of the last sample's time must remain to be repeated.
        let lastEnd = min(lastPresentation + typicalDuration, sample.presentationTicks - leftOut - 1)
        let added = Gap(lastEnd: lastEnd, resumption: sample.presentationTicks, omittedDuration: leftOut)
        gaps.append(added)
        editCount += Int(clamping: added.editCount)
        return true
    }

    /// Returns the ranges presented between two times of the input.
    func presentedRanges(from first: Int64, to last: Int64) -> [PresentedRange] {
        var result: [PresentedRange] = []
        var (start, leftOut) = (first, Int64(0))
        for gap in gaps {
            var now = gap.resumption - gap.omittedDuration
            result.append(PresentedRange(start: start, end: now, omittedDuration: leftOut))
            while now < gap.resumption {
                let end = min(now + gap.repeatedDuration, gap.resumption)
                result.append(PresentedRange(start: now, end: end, omittedDuration: leftOut + now - gap.lastEnd))
                now = end
            }
            start = gap.resumption
            leftOut += gap.omittedDuration
        }
        return result + [PresentedRange(start: start, end: last, omittedDuration: leftOut)]
    }
}
