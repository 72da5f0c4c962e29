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
        case "ac-3": boxed(code, "dac3", framesPerPacket: 1536)
        case "ec-3": boxed(code, "dec3", framesPerPacket: 1536)
        case "Opus": boxed(code, "dOps", framesPerPacket: 0, sampleRate: 48_000)
        case "fLaC": boxed(code, "dfLa", framesPerPacket: 0, sampleRate: flacRate)
        case "alac": boxed(code, "alac", framesPerPacket: 4096, sampleRate: alacRate)
        default: nil
        }
    }

    /// What STREAMINFO says, since the entry has no room for rates above 16 bits.
    private var flacRate: Int? { positive((boxes["dfLa"]?.u32(18) ?? 0) >> 12) }
    /// What the magic cookie says.
    private var alacRate: Int? { positive(boxes["alac"]?.u32(24) ?? 0) }
    private func positive(_ rate: UInt32) -> Int? { (1...16_000_000).contains(rate) ? Int(rate) : nil }

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
            objectTypeIndication: descriptor?.objectTypeIndication ?? 0x6b, maxBitRate: rate, averageBitRate: rate,
            decoderSpecificInfo: [])
        writer.box("esds") { $0.write(contentsOf: plain.esdsContent) }
        guard sampleRate > 0 else { return nil }
        // Layer III has half the samples below 32 kHz.
        return CodedAudioFormat(
            configuration: .boxed(sampleEntry: "mp4a", boxes: writer.bytes), sampleRate: sampleRate,
            channelCount: channelCount, framesPerPacket: sampleRate < 32_000 ? 576 : 1152)
    }

    private func boxed(
        _ code: FourCC, _ configuration: FourCC, framesPerPacket: Int, sampleRate: Int? = nil
    ) -> CodedAudioFormat? {
        guard let box = boxes[configuration] else { return nil }
        let rate = sampleRate ?? self.sampleRate
        guard rate > 0 else { return nil }
        return CodedAudioFormat(
            configuration: .boxed(sampleEntry: code, boxes: box.bytes), sampleRate: rate,
            channelCount: channelCount, framesPerPacket: framesPerPacket)
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
        case .rawVideo, .rawAudio, .codedData: return self
        }
    }

    private static func rate(_ timescale: Int32, _ ticks: UInt32) -> Ratio? {
        let divisor = greatestCommonDivisor(UInt64(timescale), UInt64(ticks))
        guard let bottom = Int32(exactly: UInt64(ticks) / divisor), bottom > 0 else { return nil }
        return Ratio(Int32(UInt64(timescale) / divisor), bottom)
    }
}
