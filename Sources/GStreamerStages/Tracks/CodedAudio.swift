import CGStreamer
import CGStreamerLibraries
import Media
import StageKit

/// Converts the audio packets of a file to samples. Their times are counted from the first packet's time.
struct CodedAudio: TrackConverter {
    private let coding: AudioCoding
    private let leftOut: LeftOutSamples?
    private var id = Track.ID(rawValue: 0)
    private var rate: Int32 = 1
    private var format: CodedAudioFormat?
    private var isComplete = false
    private var priming = AudioPriming()
    /// The information frame of an MP3 file, which precedes its first frame.
    private var information: MPEGAudioInformation?
    private let isLive: Bool
    /// Whether packets follow each other without a gap, so that only the first time counts.
    private let isContinuous: Bool
    private var hasBegun = false
    private var timeline = AudioBlockTimeline(rate: 1)
    private var trimming = EndTrimming()

    init(_ coding: AudioCoding = .aac, isLive: Bool = false, isContinuous: Bool = false, leftOut: LeftOutSamples? = nil)
    {
        self.isContinuous = isContinuous
        self.coding = coding
        self.isLive = isLive
        self.leftOut = leftOut
    }

    mutating func track(_ id: Track.ID, _ caps: CapsFields) throws(StageError) -> Track {
        let next = try coding.format(caps)
        // Formats whose frames contain their parameters were completed by the first frame.
        let isFramed = coding == .ac3 || coding == .eac3 || coding == .mp3
        let format = isComplete && isFramed ? self.format ?? next : next
        self.id = id
        adopt(format)
        return Track(id: id, format: .codedAudio(format), timescale: rate)
    }

    private mutating func adopt(_ format: CodedAudioFormat) {
        self.format = format
        // Sample rates have 24 bits.
        let next = Int32(clamping: format.sampleRate)
        guard next != rate else { return }
        rate = next
        timeline = AudioBlockTimeline(rate: rate, isLive: isLive)
    }

    /// Excludes header buffers and the information frame of an MP3 file.
    mutating func isMedia(_ sample: borrowing SinkSample) -> Bool {
        guard let buffer = sample.buffer, !sluice_gst_buffer_is(buffer, GST_BUFFER_FLAG_HEADER) else { return false }
        // The rest of a packet whose beginning, with the time, was before the start of the capture.
        if isLive, !isComplete, sample.presentationTime == nil { return false }
        // FLAC's comment blocks are not marked as headers, but have no time.
        if coding == .flac { return sample.presentationTime != nil }
        guard coding == .mp3, !isComplete, !isLive, information == nil else { return true }
        information = ByteSlice.borrowing(buffer).flatMap { MPEGAudioInformation($0) }
        return information == nil
    }

    /// Packets before time zero, and samples declared by the codec's header, are decoded and dropped.
    mutating func complete(_ track: inout Track, _ first: borrowing SinkSample) throws(StageError) {
        if let caps = first.caps, let bytes = first.buffer.flatMap({ ByteSlice.borrowing($0) }) {
            // Transport streams do not state the layer.
            if isLive, coding == .mp3, let layer = CapsFields(caps: caps).int("layer"), layer != 3 {
                throw StageError(
                    .unsupportedMedia,
                    "MPEG audio of layer \(layer), which segments do not carry; encode it (capture.launch and audio.encode)"
                )
            }
            adopt(try coding.format(CapsFields(caps: caps), first: bytes))
            if let format {
                track.format = .codedAudio(format)
                track.timescale = rate
            }
        }
        isComplete = true
        if let information, let count = information.frameCount, information.remainder > 0 {
            trimming = EndTrimming(padding: Int64(information.remainder), packetCount: count)
        }
        let declared = information?.priming.map(Int64.init) ?? format.map { coding.preSkip($0) } ?? 0
        priming = AudioPriming(first, rate: rate, declared: declared, isInTimes: coding == .opus)
        track.priming = priming.length
    }

    mutating func convert(_ buffer: borrowing SinkSample, _ emit: (Sample) -> Void) throws(StageError) {
        guard let bytes = buffer.buffer.flatMap({ ByteSlice.borrowing($0) }), let format else { return }
        guard bytes.count > 0 else {
            leftOut?.count("which are empty")
            return
        }
        let declared = buffer.duration.map { TrackTimescale.ticks($0, rate) }
        guard let length = coding.declared(of: bytes, format, said: declared) else {
            throw StageError(
                .damagedInput,
                coding == .pcm
                    ? "\(bytes.count) bytes of uncompressed audio are not a whole number of frames"
                    : "an audio packet has no readable header")
        }
        let said = hasBegun && isContinuous ? nil : buffer.presentationTime
        hasBegun = true
        let time = priming.time(of: said, length: length)
        guard let begin = try timeline.next(at: time, count: length) else {
            leftOut?.count("whose times overlap the samples before them")
            return
        }
        let sample = Sample(
            track: id, timescale: rate, decodeTicks: begin, duration: length, flags: flags(bytes), bytes: bytes)
        guard !isLive else { return emit(sample) }
        trimming.add(sample, padding: buffer.clipping.end, emit)
    }

    /// Packets of xHE-AAC declare whether they depend on others (usacIndependencyFlag, ISO/IEC 23003-3 5.2).
    private func flags(_ packet: ByteSlice) -> SampleFlags {
        guard format?.hasSampleDependencies == true else { return .sync }
        return packet.withUnsafeBytes { $0.first.map { $0 & 0x80 != 0 } ?? false } ? .sync : .predicted
    }

    mutating func finish(_ emit: (Sample) -> Void) {
        leftOut?.count("which contain only the encoder's padding at the end", trimming.finish(emit))
    }
}
