import Media
import StageKit

/// Coded pictures of a file as samples, with decode times made up where the container has none.
struct CodedVideo: TrackConverter {
    private let codec: VideoCoding
    private let context: StageContext?
    private let leftOut: LeftOutSamples?
    private var id = Track.ID(rawValue: 0)
    private var timescale: Int32
    private var lengthSize = 4
    private var announced = AnnouncedVideo()
    /// The parameter sets that the parser may have put before the next picture.
    private var insertedSets: [[UInt8]] = []
    /// VP9 frames that wait for the one that is shown.
    private var hidden = HiddenFrames()
    private var order: DecodeOrder
    private var timeline: DecodeTimeline

    /// Samples with ticks of their own, 1 for what the rate suggests; of a stream that may reorder pictures, or not.
    /// Live ones go at once. Times that a network made wrong can be mended. Warnings go to `context`.
    init(
        _ codec: VideoCoding, timescale: Int32 = 1, isReordered: Bool = true, isLive: Bool = false,
        mendsTimes: Bool = false, context: StageContext? = nil, leftOut: LeftOutSamples? = nil
    ) {
        self.leftOut = leftOut
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
        // The ticks of a track stay the same when its format changes.
        if timescale == 1 { timescale = TrackTimescale.video(rate) }
        return Track(id: id, format: .codedVideo(format), timescale: timescale)
    }

    mutating func complete(_ track: inout Track, _ first: borrowing SinkSample) throws(StageError) {
        guard case .codedVideo(var format) = track.format,
            let bytes = first.buffer.flatMap({ ByteSlice.borrowing($0) })
        else { return }
        if let contradiction = try codec.complete(&format, bytes) {
            context?.reportWarning("codec-mismatch", "\(contradiction), and that is what is signalled")
        }
        announced.announce(format)
        track.format = .codedVideo(format)
    }

    mutating func convert(_ buffer: borrowing SinkSample, _ emit: (Sample) -> Void) throws(StageError) {
        guard var bytes = buffer.buffer.flatMap({ ByteSlice.borrowing($0) }) else { return }
        guard bytes.count > 0 else {
            leftOut?.count("which are empty")
            return
        }
        if codec == .vp9 {
            guard let whole = hidden.sample(bytes) else { return }
            bytes = whole
        }
        guard let presentation = buffer.presentationTime ?? buffer.decodeTime else {
            guard let leftOut else { throw StageError(.badTimestamps, "a picture has no presentation time") }
            return leftOut.count("which have no presentation time")
        }
        if leftOut != nil, buffer.presentationTime == nil, codec == .avc,
            PictureOrder.isBidirectional(avc: bytes, lengthSize: lengthSize)
        {
            throw StageError(
                .badTimestamps,
                "the container has no presentation times, which the reordered pictures of H.264 need; encode it "
                    + "(file.decode and video.encode)")
        }
        let unit = AccessUnitHeader(bytes, codec: codec, lengthSize: lengthSize)
        guard unit.isWellFormed else {
            throw StageError(
                .damagedInput,
                "the headers of the picture at \(MediaTime.nanoseconds(presentation)) do not add up")
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

    /// The length of parameter sets before the first picture that the decoder configuration has as well.
    ///
    /// The parsers of GStreamer 1.26 put them there, those of 1.22 do not.
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
