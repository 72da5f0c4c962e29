import Media
import StageKit

/// Determines the durations of coded samples: each lasts until the next one is decoded.
///
/// Live samples are passed on immediately with the durations that they arrived with. The actual duration follows from
/// the next sample.
struct DecodeTimeline {
    private let isLive: Bool
    /// Whether the times of samples that are not in ascending order are corrected; coded samples cannot be discarded.
    private let correctsTimes: Bool
    private var held: Sample?
    private var lastDuration: Int64 = 0

    init(isLive: Bool = false, mendsTimes: Bool = false) {
        self.isLive = isLive
        self.correctsTimes = mendsTimes
    }

    /// Processes a sample whose duration is 0 if unknown. Returns the previous sample with its actual duration, or for
    /// live media this sample.
    ///
    /// Throws `bad-timestamps` if decode times do not increase, or jump by more than 60 s.
    mutating func next(_ sample: Sample) throws(StageError) -> Sample? {
        var sample = sample
        if correctsTimes, let held, isOutOfOrder(sample, after: held) {
            let presentation = sample.presentationTicks
            sample.decodeTicks = held.decodeTicks + 1
            sample.presentationOffset = max(0, presentation - sample.decodeTicks)
        }
        let before = try close(before: sample)
        guard isLive else { return before }
        if sample.duration <= 0 { sample.duration = lastDuration }
        return sample
    }

    private func isOutOfOrder(_ sample: Sample, after held: Sample) -> Bool {
        let step = sample.decodeTicks - held.decodeTicks
        return step <= 0
            && MediaTime(value: step, timescale: sample.timescale) >= .nanoseconds(-VideoFrameTimeline.maximumStepBack)
    }

    private mutating func close(before sample: Sample) throws(StageError) -> Sample? {
        defer { held = sample }
        guard var ready = held else { return nil }
        ready.duration = sample.decodeTicks - ready.decodeTicks
        guard ready.duration > 0 else {
            throw StageError(
                .badTimestamps, "a sample with decode time \(sample.decodeTime) follows one with \(ready.decodeTime)")
        }
        guard MediaTime(value: ready.duration, timescale: ready.timescale) <= .nanoseconds(Self.maximumStep) else {
            throw StageError(
                .badTimestamps,
                "sample times jump from \(ready.decodeTime) to \(sample.decodeTime); the maximum gap is 60 s")
        }
        lastDuration = ready.duration
        return ready
    }

    /// The last sample. If its duration is unknown, it has the duration of the previous sample.
    mutating func finish() -> Sample? {
        guard var last = held else { return nil }
        held = nil
        if isLive { return nil }
        if last.duration <= 0 { last.duration = max(lastDuration, 1) }
        return last
    }

    private static var maximumStep: Int64 { VideoFrameTimeline.maximumGap }
}
