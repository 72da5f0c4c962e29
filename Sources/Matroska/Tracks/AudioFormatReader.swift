import Media

/// Reads the format of an audio track.
struct AudioFormatReader {
    private let settings: AudioSettings
    private let coding: TrackCoding
    private let record: [UInt8]?
    private let first: ByteSlice?
    /// Whether the CodecID of an older file declares AAC-LC, so that no configuration is needed.
    private let isLowComplexity: Bool

    /// `record` is the decoder configuration, and `first` the first frame.
    init(_ entry: TrackEntry, _ coding: TrackCoding, record: [UInt8]?, first: ByteSlice?) {
        settings = entry.audio ?? AudioSettings()
        isLowComplexity = entry.codec.hasPrefix("A_AAC/MPEG") && entry.codec.contains("/LC")
        (self.coding, self.record, self.first) = (coding, record, first)
    }

    func format() throws(TrackObstacle) -> CodedAudioFormat {
        let format: CodedAudioFormat
        do throws(BitstreamError) {
            format = try read()
        } catch {
            let advice = if case .pcm = coding { "; encode it (sluice segment --encode audio)" } else { "" }
            throw TrackObstacle("whose decoder configuration cannot be read: \(error)\(advice)")
        }
        guard (1...16_000_000).contains(format.sampleRate), format.channelCount > 0 else {
            throw TrackObstacle("whose sample rate or number of channels is invalid")
        }
        return format
    }

    private func read() throws(BitstreamError) -> CodedAudioFormat {
        switch coding {
        case .aac: try aac()
        case .opus: try opus()
        case .flac: try flac()
        case .appleLossless: try appleLossless()
        case .pcm(let isFloat, let isLittleEndian): try pcm(isFloat: isFloat, isLittleEndian: isLittleEndian)
        default: try framed()
        }
    }

    private func required() throws(BitstreamError) -> [UInt8] {
        guard let record else { throw .invalid("it is missing") }
        return record
    }

    private func aac() throws(BitstreamError) -> CodedAudioFormat {
        let configuration =
            if record == nil, isLowComplexity, let rate = Int(exactly: settings.samplingFrequency) {
                try AudioSpecificConfig(samplingRate: rate, channelCount: Int(clamping: settings.channelCount))
            } else {
                AudioSpecificConfig(bytes: try required())
            }
        let fields = try configuration.parse()
        return CodedAudioFormat(
            configuration: .aac(configuration), sampleRate: fields.outputSamplingRate,
            channelCount: fields.channelCount ?? Int(clamping: settings.channelCount),
            framesPerPacket: fields.outputFrameLength, hasSampleDependencies: fields.objectType == 42)
    }

    private func opus() throws(BitstreamError) -> CodedAudioFormat {
        let record =
            if let record { try OpusSpecificConfiguration(identificationHeader: record) } else {
                try OpusSpecificConfiguration(channelCount: Int(clamping: settings.channelCount))
            }
        return CodedAudioFormat(
            configuration: record.configuration, sampleRate: 48_000, channelCount: record.channelCount,
            framesPerPacket: 960)
    }

    private func flac() throws(BitstreamError) -> CodedAudioFormat {
        let record = try FLACSpecificConfiguration(header: try required())
        return CodedAudioFormat(
            configuration: record.configuration, sampleRate: record.sampleRate, channelCount: record.channelCount,
            framesPerPacket: record.blockSize ?? 0)
    }

    private func appleLossless() throws(BitstreamError) -> CodedAudioFormat {
        let record = try ALACSpecificConfiguration(bytes: try required())
        return CodedAudioFormat(
            configuration: record.configuration, sampleRate: record.sampleRate, channelCount: record.channelCount,
            framesPerPacket: record.frameLength)
    }

    private func pcm(isFloat: Bool, isLittleEndian: Bool) throws(BitstreamError) -> CodedAudioFormat {
        let bits = Int(clamping: settings.bitDepth ?? 0)
        guard PCMConfiguration.sizes(isFloat: isFloat).contains(bits), settings.channelCount <= 64,
            settings.samplingFrequency.rounded() == settings.samplingFrequency,
            (1...16_000_000).contains(settings.samplingFrequency)
        else { throw .invalid("\(bits) bits per sample at \(settings.samplingFrequency) Hz") }
        let coding = PCMConfiguration(isFloat: isFloat, isLittleEndian: isLittleEndian, bitsPerSample: bits)
        return CodedAudioFormat(
            configuration: coding.configuration, sampleRate: Int(settings.samplingFrequency),
            channelCount: Int(settings.channelCount), framesPerPacket: 0)
    }

    /// Returns the format of a coding whose frames contain their parameters.
    private func framed() throws(BitstreamError) -> CodedAudioFormat {
        guard let first else { throw .invalid("the track has no frames") }
        let head = first.slice(0..<min(first.count, 64)).bytes
        switch coding {
        case .ac3:
            let frame = try AC3SyncFrame(head)
            return CodedAudioFormat(
                configuration: AC3SpecificConfiguration(frame).configuration, sampleRate: frame.sampleRate,
                channelCount: frame.channelCount, framesPerPacket: 1536)
        case .enhancedAC3:
            let (frame, record) = (try EC3SyncFrame(head), try EC3SpecificConfiguration(sample: first))
            guard frame.blockCount == 6 else { throw .invalid("\(frame.blockCount) blocks in a frame instead of 6") }
            return CodedAudioFormat(
                configuration: record.configuration, sampleRate: frame.sampleRate, channelCount: record.channelCount,
                framesPerPacket: 1536)
        default:
            let header = try MPEGAudioHeader(head)
            guard header.layer == 3 else { throw .invalid("layer \(header.layer) instead of 3") }
            return CodedAudioFormat(
                configuration: header.configuration, sampleRate: header.sampleRate,
                channelCount: header.channelCount, framesPerPacket: header.frameLength)
        }
    }
}
