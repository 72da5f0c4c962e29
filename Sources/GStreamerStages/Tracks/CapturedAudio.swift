import CGStreamer
import CGStreamerLibraries
import Media
import StageKit

/// Converts audio of a microphone or live stream to frames synchronized with the run's clock.
///
/// Blocks have capture timestamps. The frames are contiguous: small clock differences are corrected by inaudible
/// resampling, and missing audio is replaced by silence.
struct CapturedAudio: TrackConverter {
    /// Measurements of the capture clock.
    struct Figures: Sendable, Hashable {
        /// The frequency offset of the device's clock in parts per million; positive if it is fast.
        var drift = 0.0
        /// The offset of frames from their capture time, in milliseconds.
        var difference = 0.0
        /// The durations of inserted silence and of dropped audio, in seconds.
        var inserted = 0.0
        var dropped = 0.0
        /// Whether the clocks differ by more than can be corrected.
        var isExceeded = false
    }

    /// The maximum gap in seconds that is filled. A longer one means that the device is lost.
    static let maximumGap = 10.0

    private let outputRate: Int
    private let report: @Sendable (Figures) -> Void
    private var figures = Figures()
    private var id = Track.ID(rawValue: 0)
    private var caps: FrameCaps?
    private var input: (rate: Int, channels: Int) = (1, 1)
    private var resampler: AudioResampler?
    private var estimator: DriftEstimator?
    private var correction = RateCorrection()
    /// The time of the first sample and its tick.
    private var origin: (time: MediaInstant, ticks: Int64) = (.zero, 0)
    /// The number of input samples so far, including lost samples.
    private var position: Int64 = 0
    /// The device's sample offset of the next block.
    private var nextOffset: Int64?
    /// The number of ticks emitted so far.
    private var emittedTicks: Int64 = 0
    private var reportedSecond: Int64 = 0
    private var excess = DriftExcess()

    /// Emits frames with `rate` samples per second, and calls `report` about once a second.
    init(rate: Int, report: @escaping @Sendable (Figures) -> Void) {
        outputRate = rate
        self.report = report
    }

    mutating func track(_ id: Track.ID, _ caps: CapsFields) throws(StageError) -> Track {
        guard let format = caps.rawAudio, format.sampleFormat == "F32LE",
            let timescale = Int32(exactly: outputRate)
        else { throw StageError(.unsupportedMedia, "audio format not supported: \(caps.name)") }
        let output = RawAudioFormat(
            sampleFormat: "F32LE", sampleRate: outputRate, channelCount: format.channelCount)
        guard let text = MediaFormat.rawAudio(output).rawCaps,
            let resampler = AudioResampler(
                channelCount: format.channelCount, inputRate: format.sampleRate, outputRate: outputRate)
        else {
            throw StageError(.unsupportedMedia, "audio of \(format.sampleRate) Hz cannot be resampled")
        }
        self.id = id
        self.caps = FrameCaps(text: text)
        self.resampler = resampler
        // The estimate of the clock is valid for the previous rate only.
        (estimator, excess) = (nil, DriftExcess())
        input = (format.sampleRate, format.channelCount)
        return Track(id: id, format: .rawAudio(output), timescale: timescale)
    }

    mutating func convert(_ sample: borrowing SinkSample, _ emit: (Frame) -> Void) throws(StageError) {
        guard let buffer = sample.buffer else { return }
        let count = Int(gst_buffer_get_size(buffer)) / (4 * input.channels)
        guard count > 0 else { return }
        countLostSamples(buffer, count)
        let difference = try observe(sample.presentationTime)
        let skip = try adjust(difference, count, emit)
        resampler?.setInputRate(correction.inputRate(input.rate))
        if let made = resampler?.convert(buffer, skip: skip) {
            defer { sluice_gst_mini_unref(made.buffer) }
            emitFrame(made.buffer, made.count, emit)
        }
        position += Int64(count)
        updateFigures(difference)
    }

    mutating func finish(_ emit: (Frame) -> Void) {
        if estimator != nil { report(figures) }
    }

    /// Counts samples that were lost because the device's buffer was full.
    private mutating func countLostSamples(_ buffer: UnsafeMutablePointer<GstBuffer>, _ count: Int) {
        // An offset with all bits set is undefined.
        guard let offset = Int64(exactly: buffer.pointee.offset) else { return }
        if let nextOffset, offset > nextOffset { position &+= offset - nextOffset }
        nextOffset = offset &+ Int64(count)
    }

    /// Returns the delay from the output time of the next block to its capture time, in seconds.
    private mutating func observe(_ time: Int64?) throws(StageError) -> Double {
        guard let time = time.map({ MediaInstant(nanoseconds: $0) }) ?? (estimator == nil ? nil : .distantPast) else {
            throw StageError(.badTimestamps, "the first audio block has no presentation time")
        }
        if estimator == nil {
            if emittedTicks == 0 {
                origin = (time, TrackTimescale.ticks(time.nanoseconds, Int32(clamping: outputRate)))
            }
            estimator = DriftEstimator(rate: input.rate, position: position, time: time)
        } else if time != .distantPast {
            estimator?.observe(position: position, time: time)
        }
        // The resampler delays its output.
        let pending = emittedTicks == 0 ? 0 : Int64(resampler?.delay ?? 0)
        let captured = estimator?.time(of: position - pending, since: origin.time) ?? 0
        return captured / 1e9 - Double(emittedTicks) / Double(outputRate)
    }

    /// Inserts missing audio. Returns the number of samples of the block to drop.
    private mutating func adjust(
        _ difference: Double, _ count: Int, _ emit: (Frame) -> Void
    ) throws(StageError) -> Int {
        let elapsed = Double(count) / Double(input.rate)
        switch correction.next(drift: estimator?.drift ?? 0, difference: difference, elapsed: elapsed) {
        case .resample: return 0
        case .drop(let seconds):
            let skip = min(count, Int(min(seconds, elapsed) * Double(input.rate)))
            figures.dropped += Double(skip) / Double(input.rate)
            return skip
        case .insert(let seconds):
            guard seconds <= Self.maximumGap else {
                throw StageError(
                    .badTimestamps,
                    "\(MediaTime.nanoseconds(Int64(clamping: Int(seconds * 1e9))).decimal(places: 1)) s of audio "
                        + "are missing; at most \(Int(Self.maximumGap)) s are replaced by silence")
            }
            figures.inserted += seconds
            fill(Int(seconds * Double(outputRate)), emit)
            return 0
        }
    }

    private mutating func fill(_ count: Int, _ emit: (Frame) -> Void) {
        var left = count
        while left > 0 {
            let next = min(left, outputRate / 10)
            guard let silence = sluice_gst_buffer_zeroed(next * 4 * input.channels) else { return }
            defer { sluice_gst_mini_unref(silence) }
            emitFrame(silence, next, emit)
            left -= next
        }
    }

    private mutating func emitFrame(_ buffer: UnsafeMutablePointer<GstBuffer>, _ count: Int, _ emit: (Frame) -> Void) {
        guard let caps else { return }
        emit(
            Frame(
                track: id, timescale: Int32(clamping: outputRate), presentationTicks: origin.ticks + emittedTicks,
                duration: Int64(count), content: GStreamerFrame(buffer: buffer, caps: caps)))
        emittedTicks += Int64(count)
    }

    private mutating func updateFigures(_ difference: Double) {
        guard let estimator else { return }
        figures.drift = estimator.drift
        figures.difference = difference * 1000
        let second = position / Int64(input.rate)
        guard second != reportedSecond else { return }
        reportedSecond = second
        excess.observe(isExceeded: correction.isExceeded, observedSeconds: estimator.observedSeconds)
        figures.isExceeded = excess.isEstablished
        report(figures)
    }
}
