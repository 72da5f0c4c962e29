import Media

/// Makes the decode times of separately encoded portions of a video track join exactly.
///
/// Decode times of an encoder depend on the frames before and after each frame: with a variable frame rate, the reorder
/// delay in time differs between portions, and times are rounded. Here, the samples of a portion are decoded at its
/// presentation times in ascending order, less a delay that is the same for all portions: the reorder delay in frames
/// of the nominal rate. A portion therefore starts one delay before its first presentation time, and ends as much before
/// the first presentation time of the next one. Samples that are presented earlier than that are decoded earlier.
struct PortionTimes: Sendable {
    /// The number of samples after which presentation times are in order: more than any codec reorders.
    private static let window = 17
    /// The frame rate of tracks that declare none.
    private static let unknownFrame = MediaTime(value: 1, timescale: 25)
    /// The difference in ticks of times that were rounded separately.
    private static let rounding: Int64 = 2

    private let frame: MediaTime
    private let end: MediaTime?
    /// Samples in decoding order, whose decode times are not yet determined.
    private var waiting: [Sample] = []
    /// Their presentation times in ascending order.
    private var presentations: [Int64] = []
    /// The delay in ticks; nil before the first sample is complete.
    private var delay: Int64?
    private var presentationEnd = Int64.min

    /// The times of a track; nil for tracks that are not video, which portions do not divide. `end` is the presentation
    /// time of the first frame after the portion.
    init?(_ track: Track, end: MediaTime?) {
        guard case .codedVideo(let format) = track.format else { return nil }
        self.end = end
        let rate = format.nominalFrameRate.flatMap { $0.numerator > 0 && $0.denominator > 0 ? $0 : nil }
        frame = rate.map { MediaTime(value: Int64($0.denominator), timescale: $0.numerator) } ?? Self.unknownFrame
    }

    /// Appends a sample. Returns the next sample with its joined decode time, once it is known.
    mutating func process(_ sample: Sample) -> Sample? {
        presentationEnd = max(presentationEnd, sample.presentationTicks + sample.duration)
        let place = presentations.lastIndex { $0 <= sample.presentationTicks }.map { $0 + 1 } ?? 0
        presentations.insert(sample.presentationTicks, at: place)
        waiting.append(sample)
        return waiting.count > Self.window ? next() : nil
    }

    /// Returns the waiting samples with their decode times.
    mutating func finish() -> [Sample] {
        var samples: [Sample] = []
        while !waiting.isEmpty { samples.append(next()) }
        return samples
    }

    /// Returns the duration of the last sample in decoding order, which ends with the portion.
    func lastDuration(of sample: Sample) -> Int64 {
        let end = end?.ticks(at: sample.timescale, rounding: .up) ?? presentationEnd
        return max(1, end - (delay ?? 0) - sample.decodeTicks)
    }

    private mutating func next() -> Sample {
        let delay = delay ?? commonDelay()
        self.delay = delay
        var decode = presentations[0] - delay
        for (distance, sample) in waiting.enumerated() {
            decode = min(decode, sample.presentationTicks - Int64(distance))
        }
        presentations.removeFirst()
        var sample = waiting.removeFirst()
        sample.presentationOffset += sample.decodeTicks - decode
        sample.decodeTicks = decode
        return sample
    }

    /// The reorder delay in frames of the nominal rate, in ticks rounded up.
    ///
    /// An encoder that delays by n frames decodes the first sample n frames before the sample whose decode time is the
    /// first presentation time.
    private func commonDelay() -> Int64 {
        guard let first = waiting.first, first.presentationOffset > 0 else { return 0 }
        let length = max(1, frame.ticks(at: first.timescale))
        let start = presentations[0] - Self.rounding
        let count = waiting.firstIndex { $0.decodeTicks >= start }.map(Int64.init)
        return (frame * (count ?? (first.presentationOffset + length / 2) / length))
            .ticks(at: first.timescale, rounding: .up)
    }
}
