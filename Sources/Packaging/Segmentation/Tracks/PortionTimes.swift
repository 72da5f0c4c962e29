import Media

/// Makes the decode times of separately encoded portions of a video track join exactly.
///
/// An encoder derives the decode time of its first frames from rounded presentation times, so that the reorder delay of
/// two portions may differ by a tick. Every portion starts one common delay before its first presentation time, and
/// ends as much before the end of its presentation, which is the start of the next portion.
struct PortionTimes: Sendable {
    private let frame: MediaTime?
    /// The reorder delay in ticks; nil before the first sample.
    private var delay: Int64?
    private var shift: Int64 = 0
    private var presentationEnd = Int64.min

    /// The times of a track; nil for tracks that are not video, which portions do not divide.
    init?(_ track: Track) {
        guard case .codedVideo(let format) = track.format else { return nil }
        frame = format.nominalFrameRate.flatMap { rate in
            rate.numerator > 0 && rate.denominator > 0
                ? MediaTime(value: Int64(rate.denominator), timescale: rate.numerator) : nil
        }
    }

    /// Returns the sample with its joined decode time.
    mutating func adapted(_ sample: Sample) -> Sample {
        if delay == nil {
            let common = commonDelay(of: sample)
            (delay, shift) = (common, sample.presentationOffset - common)
        }
        presentationEnd = max(presentationEnd, sample.presentationTicks + sample.duration)
        var result = sample
        result.decodeTicks += shift
        result.presentationOffset -= shift
        return result
    }

    /// Returns the duration of the last sample in decoding order, which ends with the portion.
    func lastDuration(of sample: Sample) -> Int64 {
        max(1, presentationEnd - (delay ?? 0) - sample.decodeTicks)
    }

    /// The reorder delay in whole frames, in ticks rounded up.
    private func commonDelay(of sample: Sample) -> Int64 {
        guard let frame, sample.presentationOffset > 0 else { return sample.presentationOffset }
        let length = max(1, frame.ticks(at: sample.timescale))
        let count = (sample.presentationOffset + length / 2) / length
        return (frame * count).ticks(at: sample.timescale, rounding: .up)
    }
}
