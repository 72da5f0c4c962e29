import Media

/// An audio sample entry (ISO/IEC 14496-12 12.2.3), or a QuickTime `SoundDescription` of version 0, 1 or 2.
struct AudioEntry {
    let boxes: EntryBoxes
    private let channelCount: Int
    private var sampleRate: Int
    private let descriptor: ElementaryStreamDescriptor?
    private let fields: AudioSampleEntry

    /// Codes that require a configuration box.
    private static let configuredCodes: Set<FourCC> = [
        "ac-3", "ec-3", "Opus", "fLaC", "alac", "ac-4", "mha1", "mhm1", "iamf", "dtsx", "dtsy", "mlpa", "ipcm", "fpcm",
    ]

    /// Reads an entry. `isVersioned` allows QuickTime versions (`stsd` of version 0).
    init(_ entry: BoxView, isVersioned: Bool) throws(MovieFileError) {
        fields = try AudioSampleEntry(reading: entry, isVersioned: isVersioned)
        if fields.isExtended {
            let rate = Double(bitPattern: fields.extended.sampleRate)
            sampleRate = rate >= 1 && rate <= 16_000_000 ? Int(rate) : 0
            channelCount = Int(fields.extended.channelCount)
        } else {
            sampleRate = Int(fields.sampleRate >> 16)
            channelCount = Int(fields.channelCount)
        }
        boxes = Self.boxes(entry, from: fields.childrenOffset)
        // Rates above 16 bits in entries of version 1 (ISO/IEC 14496-12 12.2.4).
        if let rate = boxes.read(SamplingRateBox.self)?.rate, rate <= 16_000_000 { sampleRate = Int(rate) }
        descriptor = boxes["esds"].flatMap { ElementaryStreamDescriptor(esdsContent: $0.content()) }
    }

    /// Returns the boxes of the entry and of its `wave` box. Falls back to version 0 if the version is wrong.
    private static func boxes(_ entry: BoxView, from start: Int) -> EntryBoxes {
        var boxes = EntryBoxes(entry, from: start)
        let plain = AudioSampleEntry.plainSize
        if boxes.boxes.isEmpty, start != plain { boxes = EntryBoxes(entry, from: plain) }
        boxes.appendContent(of: .wave)
        return boxes
    }

    /// The average bit rate of the elementary stream descriptor.
    var descriptorBitRate: Int? {
        guard let descriptor else { return nil }
        let rate = descriptor.averageBitRate > 0 ? descriptor.averageBitRate : descriptor.maxBitRate
        return rate > 0 ? Int(rate) : nil
    }

    /// Returns the QuickTime PCM coding; nil for other codings.
    func quickTimePCM(code: FourCC) -> QuickTimePCM? {
        QuickTimePCM(code, fields, boxes, channelCount: channelCount)
    }

    /// Returns the format. For unknown codes it contains `copied`, the complete entry.
    func format(code: FourCC, copied: [UInt8]?) -> CodedAudioFormat? {
        if let format = standard(code) ?? immersive(code) ?? uncompressed(code) { return format }
        if code == "mp4a", descriptor == nil || descriptor?.isMPEGAudio == true { return nil }
        guard let copied, !Self.configuredCodes.contains(code) else { return nil }
        var format = CodedAudioFormat(
            configuration: .boxed(sampleEntry: code, boxes: boxes.codecBoxes(of: code)), sampleRate: sampleRate,
            channelCount: channelCount, framesPerPacket: 0)
        format.copiedEntry = copied
        return format
    }

    private func standard(_ code: FourCC) -> CodedAudioFormat? {
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
        // The rate field of the entry is too small for rates above 16 bits.
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

    /// Returns the formats of cinema and immersive audio codecs.
    private func immersive(_ code: FourCC) -> CodedAudioFormat? {
        switch code {
        case "ac-4":
            configured("dac4", AC4SpecificConfiguration.init(bytes:)).flatMap {
                boxed($0.configuration, $0.sampleRate, channelCount, framesPerPacket: 0)
            }
        case "mha1", "mhm1":
            configured("mhaC", MPEGHConfiguration.init(bytes:)).flatMap {
                boxed(
                    $0.configuration(code), $0.sampleRate, $0.channelCount ?? channelCount,
                    framesPerPacket: $0.frameLength ?? 0)
            } ?? (code == "mhm1" && boxes["mhaC"] == nil ? inStream(code) : nil)
        case "iamf":
            configured("iacb", IAMFConfiguration.init(bytes:)).flatMap {
                boxed($0.configuration, $0.sampleRate, max(channelCount, 2), framesPerPacket: $0.frameLength)
            }
        case "dtsc", "dtsh", "dtsl", "dtse":
            configured("ddts", DTSSpecificConfiguration.init(bytes:)).flatMap {
                boxed(
                    $0.configuration(code), $0.sampleRate, $0.channelCount ?? channelCount,
                    framesPerPacket: $0.frameLength)
            }
        case "dtsx", "dtsy":
            configured("udts", DTSUHDSpecificConfiguration.init(bytes:)).flatMap {
                boxed(
                    $0.configuration(code), $0.sampleRate, $0.channelCount ?? channelCount,
                    framesPerPacket: $0.frameLength)
            }
        case "mlpa":
            configured("dmlp", MLPSpecificConfiguration.init(bytes:)).flatMap {
                boxed($0.configuration, $0.sampleRate, $0.channelCount, framesPerPacket: $0.frameLength)
            }
        default: nil
        }
    }

    /// Returns MPEG-H with an in-band configuration, which the samples complete.
    private func inStream(_ code: FourCC) -> CodedAudioFormat? {
        boxed(.boxed(sampleEntry: code, boxes: []), nil, channelCount, framesPerPacket: 1024)
    }

    /// The number of frames per packet of uncompressed audio depends on the grouping of the track's samples.
    private func uncompressed(_ code: FourCC) -> CodedAudioFormat? {
        guard code == "ipcm" || code == "fpcm" else {
            return quickTimePCM(code: code).flatMap {
                boxed($0.configuration.configuration($0.positions), nil, channelCount, framesPerPacket: 0)
            }
        }
        let record = boxes["pcmC"].flatMap { try? PCMConfiguration(bytes: $0.content(), sampleEntry: code) }
        guard let coding = record, channelCount > 0 else { return nil }
        let configuration = CodecConfiguration.boxed(
            sampleEntry: code,
            boxes: ConfigurationBoxes.box("pcmC", coding.bytes) + (boxes[ChannelLayoutBox.type]?.bytes ?? []))
        return boxed(configuration, nil, channelCount, framesPerPacket: 0)
    }

    /// Parses a configuration box; nil if it is missing or damaged.
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
        // Layer III has half the samples per frame below 32 kHz.
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

extension ElementaryStreamDescriptor {
    /// Whether the coding is AAC or MP3, whose configuration is supported.
    fileprivate var isMPEGAudio: Bool { [0x40, 0x66, 0x67, 0x68, 0x69, 0x6b].contains(objectTypeIndication) }
}

extension CodedAudioFormat {
    /// Returns whether packets may depend on others: if the movie marks sync samples, and always for TrueHD.
    fileprivate func mayDepend(_ tables: SampleTables) -> Bool {
        let code = configuration.sampleEntryCode
        if code == "mlpa" { return true }
        let codes: Set<FourCC> = ["ac-4", "mha1", "mhm1", "iamf", "dtsx", "dtsy"]
        return tables.syncSamples != nil && (codes.contains(code) || copiedEntry != nil)
    }
}

extension EntryBoxes {
    /// Appends the boxes inside the first box of a type.
    fileprivate mutating func appendContent(of type: FourCC) {
        guard let box = self[type] else { return }
        boxes += EntryBoxes(box, from: 0).boxes
    }
}

extension MediaFormat {
    /// Returns the format with the properties that only the sample tables and the track header contain.
    func completed(by tables: SampleTables, timescale: Int32, displayMatrix: [Int32]?) -> MediaFormat {
        switch self {
        case .codedVideo(var format):
            format.displayMatrix = displayMatrix
            if let ticks = tables.commonDuration { format.nominalFrameRate = Self.rate(timescale, ticks) }
            return .codedVideo(format)
        case .codedAudio(var format):
            if !(1...16_000_000).contains(format.sampleRate) { format.sampleRate = Int(timescale) }
            if format.mayDepend(tables) { format.hasSampleDependencies = true }
            if case .boxed = format.configuration, format.framesPerPacket == 0, let ticks = tables.commonDuration {
                let frames = Int64(ticks) * Int64(format.sampleRate)
                if frames % Int64(timescale) == 0 { format.framesPerPacket = Int(frames / Int64(timescale)) }
            }
            return .codedAudio(format)
        case .rawVideo, .rawAudio, .timedText, .codedData: return self
        }
    }

    /// Returns the format with the pixel aspect ratio that follows from the display size in a track header.
    func presented(at header: TrackHeaderBox) -> MediaFormat {
        guard case .codedVideo(var format) = self else { return self }
        let (width, height) = (UInt64(header.width), UInt64(header.height))
        let shown = format.cleanAperture?.size ?? format.size
        guard width > 0, height > 0, shown.width > 0, shown.height > 0 else { return self }
        let (top, bottom) = (width * UInt64(shown.height), height * UInt64(shown.width))
        // Sizes are rounded to pixels, and some writers exchange width and height of turned video.
        let declared = Double(top) / Double(bottom)
        let tolerance = 1.5 / Double(min(shown.width, shown.height))
        guard abs(declared / format.pixelAspect.value - 1) > tolerance, !isExchanged(header, shown) else { return self }
        let divisor = greatestCommonDivisor(top, bottom)
        guard let numerator = Int32(exactly: top / divisor), let denominator = Int32(exactly: bottom / divisor) else {
            return self
        }
        format.pixelAspect = Ratio(numerator, denominator)
        return .codedVideo(format)
    }

    private func isExchanged(_ header: TrackHeaderBox, _ size: PixelSize) -> Bool {
        header.width >> 16 == size.height && header.height >> 16 == size.width
    }

    private static func rate(_ timescale: Int32, _ ticks: UInt32) -> Ratio? {
        let divisor = greatestCommonDivisor(UInt64(timescale), UInt64(ticks))
        guard let bottom = Int32(exactly: UInt64(ticks) / divisor), bottom > 0 else { return nil }
        return Ratio(Int32(UInt64(timescale) / divisor), bottom)
    }
}
