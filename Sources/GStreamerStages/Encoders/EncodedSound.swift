import Media
import StageKit

/// What an encoder of sound gives, as packets that are counted from the first frame's time.
struct EncodedSound: TrackConverter {
    private let input: Track
    private let bitRate: Int
    /// Not the feed itself, which keeps the pipeline alive.
    private let times: FrameTimes
    /// How many samples the encoder puts before the first one it was given; it does not say so itself.
    private let priming: Int64
    private var timeline = SoundTimeline(rate: 1)
    private var id = Track.ID(rawValue: 0)
    private var rate: Int32 = 1
    /// Samples in a packet.
    private let packetLength: Int64 = 1024

    init(of input: Track, bitRate: Int, priming: Int64, times: FrameTimes) {
        self.input = input
        self.bitRate = bitRate
        self.priming = priming
        self.times = times
    }

    mutating func track(_ id: Track.ID, _ caps: CapsFields) throws(StageError) -> Track {
        guard let rate = caps.int("rate").flatMap({ Int32(exactly: $0) }), rate > 0,
            let channels = caps.int("channels"), let configuration = caps.bytes("codec_data")
        else { throw StageError(.elementFailed, "the encoder gives no audio configuration") }
        self.id = id
        self.rate = rate
        timeline = SoundTimeline(rate: rate)
        let format = CodedAudioFormat(
            configuration: .aac(AudioSpecificConfig(bytes: configuration)), sampleRate: Int(rate),
            channelCount: channels, framesPerPacket: Int(packetLength))
        var track = Track(id: id, format: .codedAudio(format), timescale: rate)
        (track.language, track.name, track.duration) = (input.language, input.name, input.duration)
        track.priming = priming
        track.nominalBitRate = bitRate
        return track
    }

    mutating func convert(_ buffer: borrowing SinkSample, _ emit: (Sample) -> Void) throws(StageError) {
        guard let bytes = buffer.buffer.flatMap({ ByteSlice.borrowing($0) }) else {
            throw StageError(.elementFailed, "the encoder gives a packet without bytes")
        }
        let time = buffer.presentationTime.map { times.frameTime($0) }
        let begin = try timeline.next(at: time, count: packetLength)
        emit(
            Sample(
                track: id, timescale: rate, decodeTicks: begin - priming, duration: packetLength, flags: .sync,
                bytes: bytes))
    }

    mutating func finish(_ emit: (Sample) -> Void) {}
}
