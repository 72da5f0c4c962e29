import Media
import StageKit
import Synchronization

/// Converts the output of a video encoder to samples with the times of the encoded frames.
struct EncodedVideo: TrackConverter {
    private let input: Track
    private let coding: VideoCoding
    /// The colours that the video declares. Encoders declare those that GStreamer assumes where it knows none.
    private let colour: ColourDescription?
    private let bitRate: Int?
    /// Shared instead of the feed, which would retain the pipeline.
    private let times: EncoderTimeOffset
    private let boundaries: ForcedKeyframes
    private var timeline: DecodeTimeline
    private var id = Track.ID(rawValue: 0)
    private var lengthSize = 4
    /// The latest end of a presented sample, in ticks.
    private var lastEnd = Int64.min
    private var announced = AnnouncedVideo()
    /// The samples to deliver; nil for whole tracks.
    private let portion: MediaPortion?

    /// A converter for the video of a track. With `isThinned`, frames are skipped, so the duration of a sample is only
    /// known when the next one arrives.
    init(
        of input: Track, coding: VideoCoding = .avc, colour: ColourDescription? = nil, bitRate: Int?,
        times: EncoderTimeOffset,
        boundaries: ForcedKeyframes,
        isThinned: Bool = false, portion: MediaPortion? = nil
    ) {
        self.portion = portion
        self.input = input
        self.coding = coding
        self.colour = colour
        self.bitRate = bitRate
        self.times = times
        self.boundaries = boundaries
        timeline = DecodeTimeline(isLive: input.liveOrigin != nil && !isThinned)
    }

    mutating func track(_ id: Track.ID, _ caps: CapsFields) throws(StageError) -> Track {
        let record = caps.bytes("codec_data")
        guard let size = caps.size, !coding.hasRecord || record != nil else {
            throw StageError(.elementFailed, "the encoder provides no decoder configuration")
        }
        let next = CodedVideoFormat(
            configuration: try coding.configuration(caps).declaring(colour), size: size, pixelAspect: caps.pixelAspect,
            colour: coding.isIntraOnly ? caps.colour : colour, nominalFrameRate: caps.ratio("framerate"))
        let format = announced.format(next, record: record, coding: coding)
        self.id = id
        lengthSize = format.configuration.nalLengthSize
        var track = Track(id: id, format: .codedVideo(format), timescale: input.timescale)
        (track.language, track.name, track.duration) = (input.language, input.name, input.duration)
        track.liveOrigin = input.liveOrigin
        track.nominalBitRate = bitRate
        (track.attributes, track.chapters) = (input.attributes, input.chapters)
        return track
    }

    mutating func complete(_ track: inout Track, _ first: borrowing SinkSample) throws(StageError) {
        guard case .codedVideo(var format) = track.format,
            let bytes = first.buffer.flatMap({ ByteSlice.borrowing($0) })
        else { return }
        _ = try coding.complete(&format, bytes)
        format.configuration = format.configuration.declaring(colour)
        announced.announce(format)
        track.format = .codedVideo(format)
    }

    mutating func convert(_ buffer: borrowing SinkSample, _ emit: (Sample) -> Void) throws(StageError) {
        guard let bytes = buffer.buffer.flatMap({ ByteSlice.borrowing($0) }), let time = buffer.presentationTime else {
            throw StageError(.elementFailed, "the encoder returned a frame without data or time")
        }
        let unit = AccessUnitHeader(bytes, codec: coding, lengthSize: lengthSize)
        guard unit.isWellFormed, unit.hasSlices else {
            throw StageError(.elementFailed, "the encoder returned a frame with inconsistent NAL unit lengths")
        }
        let presentation = ticks(time)
        let decode = buffer.decodeTime.map(ticks) ?? presentation
        boundaries.handleSample(presentation, timescale: input.timescale, isSync: unit.flags.isSync)
        let sample = Sample(
            track: id, timescale: input.timescale, decodeTicks: decode, presentationOffset: presentation - decode,
            duration: buffer.duration.map { TrackTimescale.ticks($0, input.timescale) } ?? 0, flags: unit.flags,
            bytes: declaring(bytes.slice(unit.payload(of: coding)..<bytes.count), isSync: unit.flags.isSync))
        lastEnd = max(lastEnd, presentation + sample.duration)
        if let ready = try timeline.next(sample), delivers(ready) { emit(ready) }
    }

    mutating func finish(_ emit: (Sample) -> Void) {
        if var last = timeline.finish() {
            // The last sample lasts until the end of the skipped frames after it.
            if let end = times.end { last.duration += max(0, TrackTimescale.ticks(end, input.timescale) - lastEnd) }
            if delivers(last) { emit(last) }
        }
        boundaries.end(timescale: input.timescale)
    }

    /// The sample with parameter sets that declare the same colours as the format.
    private func declaring(_ sample: ByteSlice, isSync: Bool) -> ByteSlice {
        guard isSync else { return sample }
        switch coding {
        case .avc: return sample.declaring(colour, .avc(lengthSize: lengthSize))
        case .hevc: return sample.declaring(colour, .hevc(lengthSize: lengthSize))
        default: return sample
        }
    }

    private func delivers(_ sample: Sample) -> Bool { portion?.contains(sample.presentationTime) ?? true }

    private func ticks(_ runningTime: Int64) -> Int64 {
        TrackTimescale.ticks(times.frameTime(runningTime), input.timescale)
    }
}

extension AccessUnitHeader {
    /// The offset of the first byte that belongs to the sample.
    ///
    /// With HDR metadata, x265enc (GStreamer 1.22 and 1.26) prepends a header that ends in unrelated memory to the
    /// first access unit, and x265 repeats the parameter sets after it.
    fileprivate func payload(of coding: VideoCoding) -> Int {
        coding == .hevc && payloadOffset > 0 ? parametersEnd : payloadOffset
    }
}
