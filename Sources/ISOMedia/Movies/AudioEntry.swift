import Media

/// An audio sample entry of ISO/IEC 14496-12 12.2.3, or a QuickTime sound description of version 0, 1 or 2.
struct AudioEntry {
    let boxes: EntryBoxes
    private let channelCount: Int
    private let sampleRate: Int
    private let descriptor: ElementaryStreamDescriptor?

    /// Reads an entry; `isVersioned` says whether it may be QuickTime's (`stsd` of version 0).
    init(_ entry: BoxView, isVersioned: Bool) {
        let version = isVersioned ? entry.u16(8) : 0
        var start = 28
        if version == 1 { start = 44 }
        if version == 2 {
            // The size of the fields counts from the beginning of the entry, its own header included.
            start = max(64, min(Int(entry.u32(28)) - 8, entry.contentSize))
            let rate = Double(bitPattern: entry.u64(32))
            sampleRate = rate >= 1 && rate <= 16_000_000 ? Int(rate) : 0
            channelCount = Int(entry.u32(40))
        } else {
            sampleRate = Int(entry.u32(24) >> 16)
            channelCount = Int(entry.u16(16))
        }
        boxes = Self.boxes(entry, from: start)
        descriptor = boxes["esds"].flatMap { ElementaryStreamDescriptor(esdsContent: $0.content()) }
    }

    /// The entry's boxes with those of its `wave` box; a wrong version is tried as version 0.
    private static func boxes(_ entry: BoxView, from start: Int) -> EntryBoxes {
        var boxes = EntryBoxes(entry, from: start)
        if boxes.boxes.isEmpty, start != 28 { boxes = EntryBoxes(entry, from: 28) }
        boxes.appendContent(of: "wave")
        return boxes
    }

    /// The average bit rate of the elementary stream descriptor.
    var descriptorBitRate: Int? {
        guard let descriptor else { return nil }
        let rate = descriptor.averageBitRate > 0 ? descriptor.averageBitRate : descriptor.maxBitRate
        return rate > 0 ? Int(rate) : nil
    }

    func format(code: FourCC) -> CodedAudioFormat? {
        switch code {
        case "mp4a": mpegAudio()
        case ".mp3", "ms\0U": mp3()
        case "ac-3":
            configured("dac3", AC3SpecificConfiguration.init(bytes:)).flatMap {
                boxed($0.configuration, $0.sampleRate, $0.channelCount, framesPerPacket: 1536)
            }
        case "ec-3":
            configured("dec3", EC3SpecificConfiguration.init(bytes:)).flatMap {
                boxed($0.configuration, $0.sampleRate, $0.channelCount, framesPerPacket: 1536)
            }
        case "Opus":
            configured("dOps", OpusSpecificConfiguration.init(bytes:)).flatMap {
                boxed($0.configuration, 48_000, $0.channelCount, framesPerPacket: 0)
            }
        // The entry has no room for rates above 16 bits.
        case "fLaC":
            configured("dfLa", FLACSpecificConfiguration.init(bytes:)).flatMap {
                boxed($0.configuration, $0.sampleRate, $0.channelCount, framesPerPacket: $0.blockSize ?? 0)
            }
        case "alac":
            configured("alac", ALACSpecificConfiguration.init(bytes:)).flatMap {
                boxed($0.configuration, $0.sampleRate, $0.channelCount, framesPerPacket: $0.frameLength)
            }
        default: nil
        }
    }

    /// What a configuration box says; nil when it is missing or damaged.
    private func configured<Record>(
        _ type: FourCC, _ read: ([UInt8]) throws(BitstreamError) -> Record
    ) -> Record? {
        boxes[type].flatMap { try? read($0.content()) }
    }

    private func mpegAudio() -> CodedAudioFormat? {
        guard let descriptor else { return nil }
        switch descriptor.objectTypeIndication {
        case 0x40, 0x66...0x68: return aac(AudioSpecificConfig(bytes: descriptor.decoderSpecificInfo))
        case 0x69, 0x6b: return mp3()
        default: return nil
        }
    }

    private func aac(_ config: AudioSpecificConfig) -> CodedAudioFormat? {
        guard let fields = try? config.parse() else { return nil }
        return CodedAudioFormat(
            configuration: .aac(config), sampleRate: fields.outputSamplingRate,
            channelCount: fields.channelCount ?? channelCount, framesPerPacket: fields.outputFrameLength,
            hasSampleDependencies: fields.objectType == 42)
    }

    private func mp3() -> CodedAudioFormat? {
        var writer = ByteWriter()
        let rate = UInt32(clamping: descriptorBitRate ?? 0)
        let plain = ElementaryStreamDescriptor(
            objectTypeIndication: descriptor?.objectTypeIndication ?? (sampleRate < 32_000 ? 0x69 : 0x6b),
            maxBitRate: rate, averageBitRate: rate,
            decoderSpecificInfo: [])
        guard sampleRate > 0 else { return nil }
        writer.box("esds") { $0.write(contentsOf: plain.esdsContent) }
        // Layer III has half the samples below 32 kHz.
        return CodedAudioFormat(
            configuration: .boxed(sampleEntry: "mp4a", boxes: writer.bytes), sampleRate: sampleRate,
            channelCount: channelCount, framesPerPacket: sampleRate < 32_000 ? 576 : 1152)
    }

    private func boxed(
        _ configuration: CodecConfiguration, _ rate: Int?, _ channels: Int, framesPerPacket: Int
    ) -> CodedAudioFormat? {
        let rate = rate ?? sampleRate
        guard (1...16_000_000).contains(rate) else { return nil }
        return CodedAudioFormat(
            configuration: configuration, sampleRate: rate, channelCount: channels, framesPerPacket: framesPerPacket)
    }
}

extension EntryBoxes {
    /// Adds the boxes inside the first box of a type.
    fileprivate mutating func appendContent(of type: FourCC) {
        guard let box = self[type] else { return }
        boxes += EntryBoxes(box, from: 0).boxes
    }
}

extension MediaFormat {
    /// The format with what only the sample tables and the track header know.
    func completed(by tables: SampleTables, timescale: Int32, displayMatrix: [Int32]?) -> MediaFormat {
        switch self {
        case .codedVideo(var format):
            format.displayMatrix = displayMatrix
            if let ticks = tables.usualDuration { format.nominalFrameRate = Self.rate(timescale, ticks) }
            return .codedVideo(format)
        case .codedAudio(var format):
            if case .boxed = format.configuration, format.framesPerPacket == 0, let ticks = tables.usualDuration {
                let frames = Int64(ticks) * Int64(format.sampleRate)
                if frames % Int64(timescale) == 0 { format.framesPerPacket = Int(frames / Int64(timescale)) }
            }
            return .codedAudio(format)
        case .rawVideo, .rawAudio, .timedText, .codedData: return self
        }
    }

    private static func rate(_ timescale: Int32, _ ticks: UInt32) -> Ratio? {
        let divisor = greatestCommonDivisor(UInt64(timescale), UInt64(ticks))
        guard let bottom = Int32(exactly: UInt64(ticks) / divisor), bottom > 0 else { return nil }
        return Ratio(Int32(UInt64(timescale) / divisor), bottom)
    }
}
