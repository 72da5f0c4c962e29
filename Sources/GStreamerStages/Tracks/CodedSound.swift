import Media
import StageKit

/// AAC packets of a file as samples, counted from the first one's time.
struct CodedSound: TrackConverter {
    private var id = Track.ID(rawValue: 0)
    private var rate: Int32 = 1
    private var packetLength: Int64 = 1024
    private var timeline = SoundTimeline(rate: 1)

    mutating func track(_ id: Track.ID, _ caps: CapsFields) throws(StageError) -> Track {
        guard let configuration = caps.bytes("codec_data"), let shape = AACShape(configuration) else {
            throw StageError(.damagedInput, "an AAC track has no configuration that can be read")
        }
        self.id = id
        rate = Int32(shape.sampleRate)
        packetLength = Int64(shape.packetLength)
        timeline = SoundTimeline(rate: rate)
        let format = CodedAudioFormat(
            configuration: .aac(AudioSpecificConfig(bytes: configuration)), sampleRate: shape.sampleRate,
            channelCount: shape.channelCount ?? caps.int("channels") ?? 2, framesPerPacket: shape.packetLength,
            hasSampleDependencies: shape.objectType == 42)
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

/// What an AudioSpecificConfig says about the packets, ISO/IEC 14496-3 1.6.2.1.
struct AACShape {
    private(set) var objectType = 0
    private(set) var sampleRate = 0
    /// Nil when a program configuration element says it.
    private(set) var channelCount: Int?
    /// Samples in a packet, at `sampleRate`.
    private(set) var packetLength = 1024

    private static let rates = [
        96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000, 7350,
    ]

    /// Nil when the configuration is cut short or has reserved values.
    init?(_ bytes: [UInt8]) {
        var bits = Bits(bytes: bytes)
        guard let type = Self.objectType(&bits), let coreRate = Self.rate(&bits), let channels = bits.read(4) else {
            return nil
        }
        objectType = type
        channelCount = channels == 0 ? nil : channels == 7 ? 8 : channels
        sampleRate = coreRate
        if type == 5 || type == 29 {
            // Spectral band replication: packets are counted at the rate that comes out.
            guard let rate = Self.rate(&bits), let inner = Self.objectType(&bits) else { return nil }
            sampleRate = rate
            objectType = inner
        }
        guard let isShort = bits.read(1), sampleRate >= 7350, coreRate >= 7350, sampleRate <= 2 * coreRate else {
            return nil
        }
        let coreLength = [1, 2, 3, 4].contains(objectType) && isShort == 1 ? 960 : 1024
        packetLength = coreLength * (sampleRate / coreRate)
    }

    private static func objectType(_ bits: inout Bits) -> Int? {
        guard let type = bits.read(5) else { return nil }
        return type == 31 ? bits.read(6).map { $0 + 32 } : type
    }

    private static func rate(_ bits: inout Bits) -> Int? {
        guard let index = bits.read(4) else { return nil }
        return index == 15 ? bits.read(24) : rates.indices.contains(index) ? rates[index] : nil
    }

    private struct Bits {
        let bytes: [UInt8]
        var position = 0

        mutating func read(_ count: Int) -> Int? {
            guard position + count <= bytes.count * 8 else { return nil }
            defer { position += count }
            var value = 0
            for index in position..<position + count {
                let bit = bytes[index / 8] >> UInt8(7 - index % 8) & 1
                value = value << 1 | Int(bit)
            }
            return value
        }
    }
}
