import Media

/// Times in which a track is away for longer than its last sample can last, in ticks of the track.
///
/// The media timeline leaves out what is too long. The edit list presents the last sample again for it, from where it
/// has been shown, for as long as it takes: an empty edit would say the same, and ffmpeg presents the media again from
/// their beginning where it meets one behind others.
struct MediaBreaks: Sendable {
    /// A part of the presentation and where its media are.
    struct Stretch: Sendable, Equatable {
        /// Where it begins on the input's timeline.
        var start: Int64
        var end: Int64
        /// How much is left out of the media timeline before it.
        var leftOut: Int64
    }

    private struct Break: Sendable {
        /// Where the last sample before it has been shown.
        var lastEnd: Int64
        /// Where the presentation goes on.
        var next: Int64
        /// How much of the time before that the media timeline leaves out.
        var leftOut: Int64

        var resting: Int64 { next - leftOut - lastEnd }
        var editCount: Int64 { (leftOut + resting - 1) / resting }
    }

    /// Entries of an edit list that presents the times away.
    static let mostEdits = 1 << 16

    private var breaks: [Break] = []
    private var decodeEnd: Int64?
    private var lastPresentation = Int64.min
    private var usualDuration: Int64 = 1
    /// How many entries the edit list has for the times away.
    private(set) var editCount = 0

    /// Takes the next sample; whether it does not follow the one before on the media timeline's own terms.
    mutating func place(_ sample: Sample) -> Bool {
        defer {
            decodeEnd = sample.decodeTicks + sample.duration
            lastPresentation = max(lastPresentation, sample.presentationTicks)
            if sample.duration < TrackTimeline.longestDuration { usualDuration = max(sample.duration, 1) }
        }
        guard let decodeEnd, sample.decodeTicks > decodeEnd else { return false }
        let leftOut = sample.decodeTicks - decodeEnd
        // At least a tick of the last sample's time is left to rest on.
        let lastEnd = min(lastPresentation + usualDuration, sample.presentationTicks - leftOut - 1)
        let added = Break(lastEnd: lastEnd, next: sample.presentationTicks, leftOut: leftOut)
        breaks.append(added)
        editCount += Int(clamping: added.editCount)
        return true
    }

    /// What is presented between two times of the input.
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
