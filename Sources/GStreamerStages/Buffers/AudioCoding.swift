import Media
import StageKit

/// The audio codings that can be packaged. Derives the decoder configuration from caps or samples.
enum AudioCoding: Sendable {
    case aac
    case mp3
    case ac3
    case eac3
    case opus
    case flac
    case alac
    case pcm

    private var name: String {
        switch self {
        case .aac: "an AAC"
        case .mp3: "an MP3"
        case .ac3: "an AC-3"
        case .eac3: "an E-AC-3"
        case .opus: "an Opus"
        case .flac: "a FLAC"
        case .alac: "an Apple Lossless"
        case .pcm: "a PCM"
        }
    }

    /// Returns the format that the caps describe. `first` is the first sample, for values that the caps do not contain.
    func format(_ caps: CapsFields, first: ByteSlice? = nil) throws(StageError) -> CodedAudioFormat {
        do throws(BitstreamError) {
            switch self {
            case .aac: return try aac(caps)
            case .opus: return try opus(caps)
            case .flac: return try flac(caps)
            case .alac: return try alac(caps)
            case .pcm: return try pcm(caps)
            case .mp3, .ac3, .eac3: return try framed(caps, first)
            }
        } catch {
            throw StageError(.damagedInput, "the configuration of \(name) track cannot be read: \(error)")
        }
    }

    /// Returns the number of PCM samples in a packet; nil if the data is not a packet, such as a header.
    func declared(of packet: ByteSlice, _ format: CodedAudioFormat, said: Int64?) -> Int64? {
        switch self {
        case .opus: OpusPacket.duration(packet).map(Int64.init)
        case .flac: FLACFrame.blockSize(packet).map(Int64.init)
        // The last packet may be shorter.
        case .alac:
            said.map { min($0, Int64(format.framesPerPacket)) }.flatMap { $0 > 0 ? $0 : nil }
                ?? Int64(format.framesPerPacket)
        case .aac, .mp3, .ac3, .eac3: Int64(format.framesPerPacket)
        case .pcm:
            format.constantFrameSize.flatMap { size in
                packet.count > 0 && packet.count.isMultiple(of: size) ? Int64(packet.count / size) : nil
            }
        }
    }

    /// The number of samples to drop at the start according to the codec's header.
    func preSkip(_ format: CodedAudioFormat) -> Int64 {
        guard self == .opus, let box = format.configuration.box("dOps") else { return 0 }
        return Int64((try? OpusSpecificConfiguration(bytes: box))?.preSkip ?? 0)
    }
}

extension AudioCoding {
    private func aac(_ caps: CapsFields) throws(BitstreamError) -> CodedAudioFormat {
        guard let bytes = caps.bytes("codec_data") else { throw .invalid("codec_data is missing") }
        let configuration = AudioSpecificConfig(bytes: bytes)
        let fields = try configuration.parse()
        return CodedAudioFormat(
            configuration: .aac(configuration), sampleRate: fields.outputSamplingRate,
            channelCount: fields.channelCount ?? caps.int("channels") ?? 2, framesPerPacket: fields.outputFrameLength,
            hasSampleDependencies: fields.objectType == 42)
    }

    private func opus(_ caps: CapsFields) throws(BitstreamError) -> CodedAudioFormat {
        let record =
            if let header = caps.firstBytes("streamheader") ?? caps.bytes("codec_data") {
                try OpusSpecificConfiguration(identificationHeader: header)
            } else {
                try OpusSpecificConfiguration(channelCount: caps.int("channels") ?? 2)
            }
        return CodedAudioFormat(
            configuration: record.configuration, sampleRate: 48_000, channelCount: record.channelCount,
            framesPerPacket: 960)
    }

    private func flac(_ caps: CapsFields) throws(BitstreamError) -> CodedAudioFormat {
        guard let header = caps.firstBytes("streamheader") ?? caps.bytes("codec_data") else {
            throw .invalid("codec_data is missing")
        }
        let record = try FLACSpecificConfiguration(header: header)
        return CodedAudioFormat(
            configuration: record.configuration, sampleRate: record.sampleRate, channelCount: record.channelCount,
            framesPerPacket: record.blockSize ?? 0)
    }

    private func alac(_ caps: CapsFields) throws(BitstreamError) -> CodedAudioFormat {
        guard let bytes = caps.bytes("codec_data") else { throw .invalid("codec_data is missing") }
        let record = try ALACSpecificConfiguration(bytes: bytes)
        return CodedAudioFormat(
            configuration: record.configuration, sampleRate: record.sampleRate, channelCount: record.channelCount,
            framesPerPacket: record.frameLength)
    }

    private func pcm(_ caps: CapsFields) throws(BitstreamError) -> CodedAudioFormat {
        guard let raw = caps.rawAudio, raw.channelCount <= 64 else {
            throw .invalid("rate or channel count missing, or more than 64 channels")
        }
        guard let coding = PCMConfiguration(sampleFormat: raw.sampleFormat) else {
            throw .invalid("sample format \(raw.sampleFormat)")
        }
        let positions = caps.bitmask("channel-mask").flatMap { UInt32(exactly: $0) }.flatMap {
            ChannelPositions(waveMask: $0, count: raw.channelCount)
        }
        return CodedAudioFormat(
            configuration: coding.configuration(positions), sampleRate: raw.sampleRate, channelCount: raw.channelCount,
            framesPerPacket: 0)
    }

    /// Returns the format of a coding whose frames each contain their parameters.
    private func framed(_ caps: CapsFields, _ first: ByteSlice?) throws(BitstreamError) -> CodedAudioFormat {
        var (rate, channels) = (caps.int("rate") ?? 48_000, caps.int("channels") ?? 2)
        guard (1...16_000_000).contains(rate), channels > 0 else { throw .invalid("rate or channel count missing") }
        let head = first.map { $0.slice(0..<min($0.count, 64)).bytes }
        var length = 1536
        let configuration: CodecConfiguration
        switch self {
        case .ac3:
            let frame = try head.map { head throws(BitstreamError) in try AC3SyncFrame(head) }
            if let frame { (rate, channels) = (frame.sampleRate, frame.channelCount) }
            configuration = frame.map { AC3SpecificConfiguration($0).configuration } ?? .boxed("ac-3", "dac3", [])
        case .eac3:
            let record = try first.map { sample throws(BitstreamError) in try EC3SpecificConfiguration(sample: sample) }
            if let record { channels = record.channelCount }
            configuration = record?.configuration ?? .boxed("ec-3", "dec3", [])
        default:
            let header = try head.map { head throws(BitstreamError) in try MPEGAudioHeader(head) }
            if let header { (rate, channels) = (header.sampleRate, header.channelCount) }
            length = header?.frameLength ?? 1152
            configuration = MPEGAudioHeader.configuration(isMPEG1: header?.isMPEG1 ?? true)
        }
        return CodedAudioFormat(
            configuration: configuration, sampleRate: rate, channelCount: channels, framesPerPacket: length)
    }
}
