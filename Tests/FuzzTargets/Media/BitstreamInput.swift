import Media

/// Samples of coded media. The first byte selects the codec.
enum BitstreamInput {
    static func read(_ input: [UInt8]) {
        guard let choice = input.first else { return }
        let bytes = Array(input.dropFirst())
        let sample = ByteSlice(copying: bytes)
        switch choice % 6 {
        case 0: readParameterSets(bytes)
        case 1: readAVC(sample, lengthSize: 1 + Int(choice >> 6))
        case 2: readHEVC(sample, lengthSize: 1 + Int(choice >> 6))
        case 3: readAV1(sample)
        case 4: readVP9(sample)
        default: readAudio(bytes)
        }
    }

    private static func readParameterSets(_ bytes: [UInt8]) {
        for set in [try? SequenceParameterSet(avc: bytes), try? SequenceParameterSet(hevc: bytes)].compactMap({ $0 }) {
            _ = (set.size, set.pixelAspect, set.colour, set.frameRate)
        }
        require(
            EmulationPrevention.remove(from: bytes).count <= bytes.count,
            "removing emulation prevention bytes does not add bytes")
        _ = try? AVCDecoderConfiguration(sequenceParameterSets: [bytes], pictureParameterSets: [bytes]).parse()
        _ = try? HEVCDecoderConfiguration(
            videoParameterSets: [bytes], sequenceParameterSets: [bytes], pictureParameterSets: [bytes]
        ).parse()
    }

    private static func readAVC(_ sample: ByteSlice, lengthSize: Int) {
        _ = AVCAccessUnit.isIDR(sample, nalLengthSize: lengthSize)
        let record = AVCDecoderConfiguration(bytes: [1, 0x64, 0, 0x1e, 0xfc | UInt8(lengthSize - 1), 0xe0, 0])
        use(.avc(record), sample)
    }

    private static func readHEVC(_ sample: ByteSlice, lengthSize: Int) {
        _ = HEVCAccessUnit.pictureKind(sample, nalLengthSize: lengthSize)
        let messages = VideoMetadataMessages(hevc: sample, nalLengthSize: lengthSize)
        _ = (messages.masteringDisplay, messages.contentLight)
        let record = HEVCDecoderConfiguration(
            bytes: [1, 1] + [UInt8](repeating: 0, count: 19) + [0xfc | UInt8(lengthSize - 1), 0])
        use(.hevc(record), sample)
    }

    private static func readAV1(_ sample: ByteSlice) {
        let unit = AV1TemporalUnit(sample)
        _ = (unit.isRandomAccess, unit.contentLight, unit.masteringDisplay)
        if let header = unit.sequenceHeader {
            _ = AV1CodecConfiguration(header, unit: unit.sequenceHeaderUnit).sequenceHeader
        }
        _ = try? AV1SequenceHeader(payload: sample.bytes)
        use(.boxed("av01", "av1C", [0x81, 0, 0, 0]), sample)
    }

    private static func readVP9(_ sample: ByteSlice) {
        if let header = try? VP9FrameHeader(sample), let sequence = header.sequence {
            _ = VPCodecConfiguration(header, sequence, frameRate: Ratio(30)).colour
        }
        use(.boxed("vp09", "vpcC", [1, 0, 0, 0, 0, 10, 0x82, 1, 1, 1, 0, 0]), sample)
    }

    private static func readAudio(_ bytes: [UInt8]) {
        let sample = ByteSlice(copying: bytes)
        if let frame = try? AC3SyncFrame(bytes) {
            _ = (frame.sampleRate, frame.bitRate, AC3SpecificConfiguration(frame).channelCount)
        }
        _ = try? EC3SyncFrame(bytes).channelCount
        if let config = try? EC3SpecificConfiguration(sample: sample) { _ = (config.channelCount, config.sampleRate) }
        _ = try? MPEGAudioHeader(bytes).frameLength
        if let information = MPEGAudioInformation(sample) {
            require((0...8192).contains(information.priming ?? 0), "the encoder delay has 12 bits")
            require((0...4096).contains(information.remainder), "the padding has 12 bits")
        }
        require((OpusPacket.duration(sample) ?? 0) >= 0, "a packet duration is not negative")
        _ = FLACFrame.blockSize(sample)
        for (entry, box, record) in [("ac-3", "dac3", [0x10, 0x3d, 0xc0]), ("ec-3", "dec3", [0, 0x20, 0x0f, 0])]
            as [(FourCC, FourCC, [UInt8])]
        {
            let format = CodedAudioFormat(
                configuration: .boxed(entry, box, record), sampleRate: 48000, channelCount: 2, framesPerPacket: 1536)
            FormatUse.use(.codedAudio(format), sample)
        }
    }

    private static func use(_ configuration: CodecConfiguration, _ sample: ByteSlice) {
        let format = CodedVideoFormat(configuration: configuration, size: PixelSize(width: 64, height: 64))
        FormatUse.use(.codedVideo(format), sample)
    }
}
