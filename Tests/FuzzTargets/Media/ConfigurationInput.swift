import ISOMedia
import Media

/// Codec configuration records. The first byte selects the codec, the second the length of the record before a sample.
enum ConfigurationInput {
    private static let boxTypes: [(FourCC, FourCC)] = [
        ("av01", "av1C"), ("vp09", "vpcC"), ("ac-3", "dac3"), ("ec-3", "dec3"), ("Opus", "dOps"), ("fLaC", "dfLa"),
        ("alac", "alac"), ("mp4a", "esds"), ("dvh1", "hvcC"), ("avc3", "avcC"), ("hev1", "hvcC"),
        ("vp08", "vpcC"), ("vvc1", "vvcC"), ("lvc1", "lvcC"), ("ac-4", "dac4"), ("mhm1", "mhaC"), ("iamf", "iacb"),
        ("dtsc", "ddts"), ("dtsx", "udts"), ("mlpa", "dmlp"), ("ipcm", "pcmC"), ("mp4v", "esds"), ("hvc1", "vexu"),
    ]

    static func read(_ input: [UInt8]) {
        guard input.count > 2 else { return }
        // The second byte is half the length of the record; the rest is a sample.
        let end = min(input.count, 2 + 2 * Int(input[1]))
        let (record, sample) = (Array(input[2..<end]), ByteSlice(copying: input[end...]))
        parse(record)
        let configuration: CodecConfiguration =
            switch Int(input[0]) {
            case 0: .avc(AVCDecoderConfiguration(bytes: record))
            case 1: .hevc(HEVCDecoderConfiguration(bytes: record))
            case 2: .aac(AudioSpecificConfig(bytes: record))
            case let choice:
                .boxed(
                    Self.boxTypes[choice % Self.boxTypes.count].0, Self.boxTypes[choice % Self.boxTypes.count].1, record
                )
            }
        parseImmersive(record, sample)
        _ = (configuration.outOfBand?.codecString, configuration.stereoView?.isStereo)
        let video = CodedVideoFormat(configuration: configuration, size: PixelSize(width: 64, height: 64))
        let audio = CodedAudioFormat(
            configuration: configuration, sampleRate: 48000, channelCount: 2, framesPerPacket: 1024,
            hasSampleDependencies: input[0] & 0x80 != 0)
        FormatUse.use(.codedVideo(video), sample)
        FormatUse.use(.codedAudio(audio), sample)
    }

    private static func parseImmersive(_ record: [UInt8], _ sample: ByteSlice) {
        if let config = try? AC4SpecificConfiguration(bytes: record) { _ = config.configuration.codecString }
        if let config = try? MPEGHConfiguration(bytes: record) {
            _ = (config.sampleRate, config.channelCount, config.frameLength)
        }
        _ = MPEGHConfiguration(sample: sample)?.channelCount
        if let config = try? IAMFConfiguration(bytes: record) { _ = config.configuration.codecString }
        if let config = try? DTSSpecificConfiguration(bytes: record) { _ = config.channelCount }
        if let config = try? DTSUHDSpecificConfiguration(bytes: record) { _ = config.channelCount }
        if let config = try? MLPSpecificConfiguration(bytes: record) { _ = (config.sampleRate, config.channelCount) }
        if let config = try? VVCDecoderConfiguration(bytes: record) { _ = config.isComplete }
        if let config = try? LCEVCDecoderConfiguration(bytes: record) { _ = config.size }
        _ = StereoView(bytes: record).bytes
        for count in [0, 1, 2, 6, 64] {
            guard let positions = ChannelPositions(channelLayout: record, count: count) else { continue }
            _ = (positions.waveMask, positions.channelLayout)
        }
        if let header = try? ProResFrameHeader(sample) { _ = (header.colour, header.fieldHandling) }
        _ = VP9Superframe(sample).sample.count
    }

    private static func parse(_ record: [UInt8]) {
        _ = try? AVCDecoderConfiguration(bytes: record).sequenceParameterSet()
        _ = try? HEVCDecoderConfiguration(bytes: record).sequenceParameterSet()
        if let config = try? AudioSpecificConfig(bytes: record).parse() {
            _ = (config.channelCount, config.outputSamplingRate, config.outputFrameLength)
        }
        if let descriptor = ElementaryStreamDescriptor(esdsContent: record) { _ = descriptor.esdsContent }
        _ = (AV1CodecConfiguration(bytes: record).sequenceHeader, AV1CodecConfiguration(bytes: record).essentials)
        _ = (VPCodecConfiguration(bytes: record).colour, VPCodecConfiguration(bytes: record).essentials)
        if let dolby = DolbyVisionConfiguration(bytes: record) {
            _ = (dolby.level, dolby.supplementalCodec(base: "hvc1"))
        }
        if let config = try? AC3SpecificConfiguration(bytes: record) { _ = (config.channelCount, config.sampleRate) }
        if let config = try? EC3SpecificConfiguration(bytes: record) {
            _ = (config.channelCount, config.objectComplexity, config.sampleRate)
        }
        if let config = try? OpusSpecificConfiguration(bytes: record) { _ = (config.channelCount, config.preSkip) }
        if let config = try? OpusSpecificConfiguration(identificationHeader: record) { _ = config.channelCount }
        if let config = try? FLACSpecificConfiguration(bytes: record) {
            _ = (config.sampleRate, config.channelCount, config.bitsPerSample, config.blockSize)
        }
        if let config = try? FLACSpecificConfiguration(header: record) { _ = config.blockSize }
        if let config = try? ALACSpecificConfiguration(bytes: record) {
            _ = (config.sampleRate, config.channelCount, config.bitsPerSample, config.frameLength)
        }
        _ = (MasteringDisplay(bytes: record), ContentLightLevel(bytes: record))
    }
}
