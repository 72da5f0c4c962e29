import Media
import StageKit

/// AAC packets of a file as samples, counted from the first one's time.
struct CodedSound: TrackConverter {
    private var id = Track.ID(rawValue: 0)
    private var rate: Int32 = 1
    private var packetLength: Int64 = 1024
    private var timeline = SoundTimeline(rate: 1)

    mutating func track(_ id: Track.ID, _ caps: CapsFields) throws(StageError) -> Track {
        guard let bytes = caps.bytes("codec_data") else {
            throw StageError(.damagedInput, "an AAC track has no configuration")
        }
        let configuration = AudioSpecificConfig(bytes: bytes)
        let fields: AudioSpecificConfig.Fields
        do throws(BitstreamError) {
            fields = try configuration.parse()
        } catch {
            throw StageError(.damagedInput, "an AAC track's configuration cannot be read: \(error)")
        }
        self.id = id
        // A rate has 24 bits.
        rate = Int32(fields.outputSamplingRate)
        packetLength = Int64(fields.outputFrameLength)
        timeline = SoundTimeline(rate: rate)
        let format = CodedAudioFormat(
            configuration: .aac(configuration), sampleRate: fields.outputSamplingRate,
            channelCount: fields.channelCount ?? caps.int("channels") ?? 2, framesPerPacket: fields.outputFrameLength,
            hasSampleDependencies: fields.objectType == 42)
        return Track(id: id, format: .codedAudio(format), timescale: rate)
    }

    /// Packets before time zero are there to be decoded and dropped.
    mutating func complete(_ track: inout Track, _ first: borrowing SinkSample) throws(StageError) {
        guard let time = first.presentationTime, time < 0 else { return }
        track.priming = -TrackTimescale.ticks(time, rate)
    }

    mutating func convert(_ buffer: borrowing SinkSample, _ emit: (Sample) -> Void) throws(StageError) {
        guard let bytes = buffer.buffer.flatMap({ ByteSlice.borrowing($0) }), bytes.count > 0 else { return }
        let begin = try timeline.next(at: buffer.presentationTime, count: packetLength)
        emit(
            Sample(
                track: id, timescale: rate, decodeTicks: begin, duration: packetLength, flags: .sync, bytes: bytes))
    }

    mutating func finish(_ emit: (Sample) -> Void) {}
}
