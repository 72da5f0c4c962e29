import Media
import StageKit

/// Converts the coded video of a file to samples. Derives decode times if the container has none.
struct CodedVideo: TrackConverter {
    private let codec: VideoCoding
    private let context: StageContext?
    private let leftOut: LeftOutSamples?
    private let correctsTimes: Bool
    /// The number of frames without a time since the last one with a time, and the number that is an error.
    private var untimedCount = 0
    private static let maximumUntimed = 120
    private var id = Track.ID(rawValue: 0)
    private var timescale: Int32
    private var lengthSize = 4
    private var announced = AnnouncedVideo()
    /// The parameter sets that the parser may have inserted before the next picture.
    private var insertedSets: [[UInt8]] = []
    /// Collects hidden VP9 frames until the next shown frame.
    private var hidden = HiddenFrames()
    private var order: DecodeOrder
    private var timeline: DecodeTimeline

    /// `timescale` 1 derives the timescale from the frame rate. With `isReordered` false, decode times equal
    /// presentation times. Live samples are emitted immediately. `correctsTimes` corrects times that jitter has made
    /// inconsistent. Warnings are sent to `context`.
    init(
        _ codec: VideoCoding, timescale: Int32 = 1, isReordered: Bool = true, isLive: Bool = false,
        mendsTimes: Bool = false, context: StageContext? = nil, leftOut: LeftOutSamples? = nil
    ) {
        self.leftOut = leftOut
        correctsTimes = mendsTimes
        self.codec = codec
        self.timescale = timescale
        self.context = context
        timeline = DecodeTimeline(isLive: isLive, mendsTimes: mendsTimes)
        order = DecodeOrder(isNeeded: isReordered ? nil : false, mendsTimes: mendsTimes)
    }

    mutating func track(_ id: Track.ID, _ caps: CapsFields) throws(StageError) -> Track {
        guard let size = caps.size else { throw StageError(.damagedInput, "a video track has no size") }
        let configuration = try codec.configuration(caps)
        let isProgressive = (caps.string("interlace-mode") ?? "progressive") == "progressive"
        let rate = caps.ratio("framerate")
        var next = CodedVideoFormat(
            configuration: configuration, size: size, pixelAspect: caps.pixelAspect,
            colour: caps.colour, nominalFrameRate: rate)
        next.isInterlaced = !isProgressive || configuration.allowsFields
        let format = announced.format(next, record: caps.bytes("codec_data"), coding: codec)
        self.id = id
        lengthSize = format.configuration.nalLengthSize
        insertedSets = format.configuration.parameterSets
        // The timescale of a track is unchanged when its format changes.
        if timescale == 1 { timescale = TrackTimescale.video(rate) }
        return Track(id: id, format: .codedVideo(format), timescale: timescale)
    }

    mutating func complete(_ track: inout Track, _ first: borrowing SinkSample) throws(StageError) {
        guard case .codedVideo(var format) = track.format,
            let bytes = first.buffer.flatMap({ ByteSlice.borrowing($0) })
        else { return }
        if let contradiction = try codec.complete(&format, bytes) {
            context?.reportWarning("codec-mismatch", "\(contradiction); the bitstream's value is used")
        }
        announced.announce(format)
        track.format = .codedVideo(format)
    }

    /// Excludes what a sender began before the capture, which has no time.
    mutating func isMedia(_ sample: borrowing SinkSample) -> Bool {
        guard leftOut == nil, correctsTimes, sample.buffer != nil else { return true }
        let isTimed = sample.presentationTime != nil || sample.decodeTime != nil
        untimedCount = isTimed ? 0 : untimedCount + 1
        return isTimed || untimedCount > Self.maximumUntimed
    }

    mutating func convert(_ buffer: borrowing SinkSample, _ emit: (Sample) -> Void) throws(StageError) {
        guard var bytes = buffer.buffer.flatMap({ ByteSlice.borrowing($0) }) else { return }
        guard bytes.count > 0 else {
            leftOut?.count("which are empty")
            return
        }
        var time = buffer.presentationTime ?? buffer.decodeTime
        if codec == .vp9 {
            guard let whole = hidden.sample(bytes, at: time) else { return }
            (bytes, time) = (whole.bytes, whole.presentation)
        }
        guard let presentation = time else {
            guard let leftOut else { throw StageError(.badTimestamps, "a frame has no presentation time") }
            return leftOut.count("which have no presentation time")
        }
        if leftOut != nil, buffer.presentationTime == nil, codec == .avc,
            PictureOrder.isBidirectional(avc: bytes, lengthSize: lengthSize)
        {
            throw StageError(
                .badTimestamps,
                "the container has no presentation times, which reordered H.264 "
                    + "requires; encode it (file.decode and video.encode)")
        }
        let unit = AccessUnitHeader(bytes, codec: codec, lengthSize: lengthSize)
        guard unit.isWellFormed else {
            throw StageError(
                .damagedInput,
                "the headers of the frame at \(MediaTime.nanoseconds(presentation)) are inconsistent")
        }
        let ticks = TrackTimescale.ticks(presentation, timescale)
        let decode = buffer.decodeTime.map { TrackTimescale.ticks($0, timescale) }
        let start = codec == .av1 ? unit.payloadOffset : insertedBytes(bytes)
        insertedSets = []
        let sample = Sample(
            track: id, timescale: timescale, decodeTicks: decode ?? ticks,
            presentationOffset: ticks - (decode ?? ticks),
            duration: buffer.duration.map { TrackTimescale.ticks($0, timescale) } ?? 0, flags: unit.flags,
            bytes: bytes.slice(start..<bytes.count))
        try order.next(sample, hasDecodeTime: decode != nil) { (sample) throws(StageError) in
            if let ready = try timeline.next(sample) { emit(ready) }
        }
    }

    /// The length of the parameter sets before the first picture that are also in the decoder configuration.
    ///
    /// The parsers of GStreamer 1.26 insert them; the parsers of 1.22 do not.
    private func insertedBytes(_ bytes: ByteSlice) -> Int {
        guard !insertedSets.isEmpty else { return 0 }
        return bytes.withUnsafeBytes { buffer in
            var length = 0
            for unit in NALUnitSequence(buffer, lengthSize: lengthSize) {
                guard insertedSets.contains(where: { $0.elementsEqual(unit) }) else { break }
                length += lengthSize + unit.count
            }
            return length
        }
    }

    mutating func finish(_ emit: (Sample) -> Void) throws(StageError) {
        try order.finish { (sample) throws(StageError) in
            if let ready = try timeline.next(sample) { emit(ready) }
        }
        if let last = timeline.finish() { emit(last) }
    }
}
