import Media
import StageKit

/// Coded pictures of a file as samples, with decode times made up where the container has none.
struct CodedPictures: TrackConverter {
    private let codec: AccessUnit.Codec
    private var id = Track.ID(rawValue: 0)
    private var timescale: Int32 = 1
    private var lengthSize = 4
    private var order = DecodeOrder()
    private var timeline = DecodeTimeline()

    init(_ codec: AccessUnit.Codec) { self.codec = codec }

    mutating func track(_ id: Track.ID, _ caps: CapsFields) throws(StageError) -> Track {
        guard let size = caps.size, let record = caps.bytes("codec_data") else {
            throw StageError(.damagedInput, "a video track has no decoder configuration or no size")
        }
        let configuration = try configuration(record)
        let rate = caps.ratio("framerate")
        let format = CodedVideoFormat(
            configuration: configuration, size: size, pixelAspect: caps.pixelAspect, colour: caps.colour,
            nominalFrameRate: rate)
        self.id = id
        // The ticks of a track stay the same when its format changes.
        if timescale == 1 { timescale = TrackTimescale.video(rate) }
        return Track(id: id, format: .codedVideo(format), timescale: timescale)
    }

    private mutating func configuration(_ record: [UInt8]) throws(StageError) -> CodecConfiguration {
        do throws(BitstreamError) {
            switch codec {
            case .avc:
                let configuration = AVCDecoderConfiguration(bytes: record)
                lengthSize = try configuration.parse().nalLengthSize
                return .avc(configuration)
            case .hevc:
                let configuration = HEVCDecoderConfiguration(bytes: record)
                lengthSize = try configuration.parse().nalLengthSize
                return .hevc(configuration)
            }
        } catch {
            throw StageError(.damagedInput, "a video track's decoder configuration cannot be read: \(error)")
        }
    }

    mutating func convert(_ buffer: borrowing SinkSample, _ emit: (Sample) -> Void) throws(StageError) {
        guard let bytes = buffer.buffer.flatMap({ ByteSlice.borrowing($0) }), bytes.count > 0 else { return }
        guard let presentation = buffer.presentationTime ?? buffer.decodeTime else {
            throw StageError(.badTimestamps, "a picture has no presentation time")
        }
        let unit = AccessUnit(bytes, codec: codec, lengthSize: lengthSize)
        guard unit.isWellFormed else {
            throw StageError(
                .damagedInput, "the NAL units of the picture at \(MediaTime.nanoseconds(presentation)) do not add up")
        }
        let ticks = TrackTimescale.ticks(presentation, timescale)
        let decode = buffer.decodeTime.map { TrackTimescale.ticks($0, timescale) }
        let sample = Sample(
            track: id, timescale: timescale, decodeTicks: decode ?? ticks,
            presentationOffset: ticks - (decode ?? ticks),
            duration: buffer.duration.map { TrackTimescale.ticks($0, timescale) } ?? 0, flags: unit.flags,
            bytes: bytes)
        try order.next(sample, hasDecodeTime: decode != nil) { (sample) throws(StageError) in
            if let ready = try timeline.next(sample) { emit(ready) }
        }
    }

    mutating func finish(_ emit: (Sample) -> Void) throws(StageError) {
        try order.finish { (sample) throws(StageError) in
            if let ready = try timeline.next(sample) { emit(ready) }
        }
        if let last = timeline.finish() { emit(last) }
    }
}
