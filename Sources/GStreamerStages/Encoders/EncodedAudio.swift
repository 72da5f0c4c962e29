import CGStreamer
import CGStreamerLibraries
import Media
import StageKit

/// Converts the output of an audio encoder to packets. Their times are counted from the first frame's time.
struct EncodedAudio: TrackConverter {
    private let input: Track
    private let coding: AudioCoding
    private let bitRate: Int?
    /// The loudspeaker positions of uncompressed audio, if the caps contain none.
    private let positions: ChannelPositions?
    /// Shared instead of the feed, which would retain the pipeline.
    private let times: EncoderTimeOffset
    /// The encoder delay in samples; nil if the stream's header contains it.
    private let knownPriming: Int64?
    /// The packets to deliver of a portion; nil for whole tracks.
    private let overlap: AudioOverlap?
    private var timeline = AudioBlockTimeline(rate: 1)
    private var id = Track.ID(rawValue: 0)
    private var format: CodedAudioFormat?
    private var priming: Int64 = 0
    private var rate: Int32 = 1
    private var isComplete = false
    private var hasBegun = false

    init(
        of input: Track, coding: AudioCoding = .aac, bitRate: Int?, priming: Int64?,
        positions: ChannelPositions? = nil, times: EncoderTimeOffset, overlap: AudioOverlap? = nil
    ) {
        self.overlap = overlap
        self.positions = positions
        self.input = input
        self.coding = coding
        self.bitRate = bitRate
        knownPriming = priming
        self.times = times
    }

    mutating func track(_ id: Track.ID, _ caps: CapsFields) throws(StageError) -> Track {
        self.id = id
        if !isComplete { adopt(try coding.format(caps)) }
        guard let format else { throw StageError(.elementFailed, "the encoder provides no audio configuration") }
        var track = Track(id: id, format: .codedAudio(format), timescale: rate)
        (track.language, track.name, track.duration) = (input.language, input.name, input.duration)
        track.liveOrigin = input.liveOrigin
        track.priming = priming
        track.nominalBitRate = bitRate
        (track.attributes, track.chapters) = (input.attributes, input.chapters)
        return track
    }

    private mutating func adopt(_ format: CodedAudioFormat) {
        var format = format
        if let positions, positions.codes.count == format.channelCount, format.channelPositions == nil,
            let coding = format.configuration.pcm
        {
            format.configuration = coding.configuration(positions)
        }
        self.format = format
        priming = knownPriming ?? coding.preSkip(format)
        rate = Int32(clamping: format.sampleRate)
        timeline = AudioBlockTimeline(rate: rate)
    }

    /// Some encoders also send the headers of their caps as packets.
    func isMedia(_ sample: borrowing SinkSample) -> Bool {
        guard let buffer = sample.buffer else { return false }
        return !sluice_gst_buffer_is(buffer, GST_BUFFER_FLAG_HEADER)
    }

    mutating func complete(_ track: inout Track, _ first: borrowing SinkSample) throws(StageError) {
        isComplete = true
        guard let caps = first.caps, let bytes = first.buffer.flatMap({ ByteSlice.borrowing($0) }) else { return }
        adopt(try coding.format(CapsFields(caps: caps), first: bytes))
        if let format { track.format = .codedAudio(format) }
    }

    mutating func convert(_ buffer: borrowing SinkSample, _ emit: (Sample) -> Void) throws(StageError) {
        guard let bytes = buffer.buffer.flatMap({ ByteSlice.borrowing($0) }), let format else {
            throw StageError(.elementFailed, "the encoder returned a packet without data")
        }
        guard
            let length = coding.declared(
                of: bytes, format, said: buffer.duration.map { TrackTimescale.ticks($0, rate) })
        else {
            throw StageError(.elementFailed, "the encoder returned a packet without a header")
        }
        var time = buffer.presentationTime.map { times.frameTime($0) }
        // opusenc sets the first packet's timestamp to the end of the pre-skip, and other timestamps to the start of
        // the packet.
        let isShifted = coding == .opus
        if isShifted, !hasBegun { time = time.map { $0 - MediaTime(value: priming, timescale: rate).nanoseconds } }
        hasBegun = true
        guard let begin = try timeline.next(at: time, count: length) else { return }
        let decode = isShifted ? begin : begin - priming
        if let overlap, !overlap.contains(decode, at: rate) { return }
        emit(
            Sample(
                track: id, timescale: rate, decodeTicks: decode, duration: length,
                flags: .sync, bytes: bytes))
    }

    mutating func finish(_ emit: (Sample) -> Void) {}
}
