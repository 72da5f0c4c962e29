import Media
import StageKit
import Synchronization

/// What an encoder of pictures gives, as samples with the times of the frames they were made from.
struct EncodedPictures: TrackConverter {
    private let input: Track
    private let coding: PictureCoding
    private let bitRate: Int?
    /// Not the feed itself, which keeps the pipeline alive.
    private let times: FrameTimes
    private let boundaries: ForcedBoundaries
    private var timeline: DecodeTimeline
    private var id = Track.ID(rawValue: 0)
    private var lengthSize = 4
    /// Where the picture ends that is shown last, in ticks.
    private var lastEnd = Int64.min
    private var announced = AnnouncedPictures()

    /// Pictures of a track; where some of them are left out, how long one lasts shows when the next one comes.
    init(
        of input: Track, coding: PictureCoding = .avc, bitRate: Int?, times: FrameTimes, boundaries: ForcedBoundaries,
        isThinned: Bool = false
    ) {
        self.input = input
        self.coding = coding
        self.bitRate = bitRate
        self.times = times
        self.boundaries = boundaries
        timeline = DecodeTimeline(isLive: input.liveOrigin != nil && !isThinned)
    }

    mutating func track(_ id: Track.ID, _ caps: CapsFields) throws(StageError) -> Track {
        let record = caps.bytes("codec_data")
        guard let size = caps.size, coding == .av1 || record != nil else {
            throw StageError(.elementFailed, "the encoder gives no decoder configuration")
        }
        let next = CodedVideoFormat(
            configuration: try coding.configuration(caps), size: size, pixelAspect: caps.pixelAspect,
            colour: caps.colour, nominalFrameRate: caps.ratio("framerate"))
        let format = announced.format(next, record: record, coding: coding)
        self.id = id
        lengthSize = format.configuration.nalLengthSize
        var track = Track(id: id, format: .codedVideo(format), timescale: input.timescale)
        (track.language, track.name, track.duration) = (input.language, input.name, input.duration)
        track.liveOrigin = input.liveOrigin
        track.nominalBitRate = bitRate
        track.attributes = input.attributes
        return track
    }

    mutating func complete(_ track: inout Track, _ first: borrowing SinkSample) throws(StageError) {
        guard case .codedVideo(var format) = track.format,
            let bytes = first.buffer.flatMap({ ByteSlice.borrowing($0) })
        else { return }
        _ = try coding.complete(&format, bytes)
        announced.announce(format)
        track.format = .codedVideo(format)
    }

    mutating func convert(_ buffer: borrowing SinkSample, _ emit: (Sample) -> Void) throws(StageError) {
        guard let bytes = buffer.buffer.flatMap({ ByteSlice.borrowing($0) }), let time = buffer.presentationTime else {
            throw StageError(.elementFailed, "the encoder gives a picture without bytes or time")
        }
        let unit = AccessUnit(bytes, codec: coding, lengthSize: lengthSize)
        guard unit.isWellFormed, unit.hasSlices else {
            throw StageError(.elementFailed, "the encoder gives a picture whose NAL units do not add up")
        }
        let presentation = ticks(time)
        let decode = buffer.decodeTime.map(ticks) ?? presentation
        boundaries.came(presentation, timescale: input.timescale, isSync: unit.flags.isSync)
        let sample = Sample(
            track: id, timescale: input.timescale, decodeTicks: decode, presentationOffset: presentation - decode,
            duration: buffer.duration.map { TrackTimescale.ticks($0, input.timescale) } ?? 0, flags: unit.flags,
            bytes: bytes.slice(unit.payload(of: coding)..<bytes.count))
        lastEnd = max(lastEnd, presentation + sample.duration)
        if let ready = try timeline.next(sample) { emit(ready) }
    }

    mutating func finish(_ emit: (Sample) -> Void) {
        if var last = timeline.finish() {
            // The last picture stands for those behind it that were left out.
            if let end = times.end { last.duration += max(0, TrackTimescale.ticks(end, input.timescale) - lastEnd) }
            emit(last)
        }
        boundaries.end(timescale: input.timescale)
    }

    private func ticks(_ runningTime: Int64) -> Int64 {
        TrackTimescale.ticks(times.frameTime(runningTime), input.timescale)
    }
}

extension AccessUnit {
    /// The first byte that belongs to the picture.
    ///
    /// x265enc (GStreamer 1.22 and 1.26) puts a header before the first picture that ends in bytes of other memory where
    /// there are messages about high dynamic range, and x265 repeats the parameter sets behind it.
    fileprivate func payload(of coding: PictureCoding) -> Int {
        coding == .hevc && payloadOffset > 0 ? parametersEnd : payloadOffset
    }
}
