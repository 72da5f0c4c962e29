import Media

extension BoxFields {
    /// Returns the fields of codec configuration boxes, whose content is a record of `Media`.
    ///
    /// `entry` is the code of the sample entry that contains the box; it selects the codec.
    static func configuration(_ box: BoxView, in entry: FourCC?) -> Fields? {
        switch box.type {
        case "avcC": return avc(AVCDecoderConfiguration(bytes: box.content()), in: entry)
        case "hvcC": return hevc(HEVCDecoderConfiguration(bytes: box.content()), in: entry)
        case "av1C": return boxed("av01", box)
        case "vpcC": return boxed(entry == "vp08" ? "vp08" : "vp09", box)
        case "vvcC": return boxed(entry ?? "vvc1", box)
        case "lvcC": return boxed(entry ?? "lvc1", box)
        case "dac4": return boxed("ac-4", box)
        case "mhaC": return boxed(entry ?? "mha1", box)
        case "iacb": return boxed("iamf", box)
        case "ddts", "udts", "dmlp", "pcmC": return audioConfiguration(box, in: entry)
        case "vexu":
            let view = StereoView(bytes: box.content())
            return [
                .init("stereo", view.isStereo ? 1 : 0), .init("projection", view.projection?.description ?? "none"),
            ]
        case "esds": return descriptor(box)
        case "dOps":
            return [.init("channels", box.u8(1)), .init("pre_skip", box.u16(2)), .init("input_rate", box.u32(4))]
        case "dfLa": return [.init("blocks", max(0, box.contentSize - 4))]
        case "dac3", "dec3": return [.init("bytes", DumpedText.hex(Array(box.content().prefix(16))))]
        case "dvcC", "dvvC", "dvwC":
            guard let record = DolbyVisionConfiguration(bytes: box.content()) else { return nil }
            return [
                .init("profile", record.profile), .init("level", record.level),
                .init("compatibility", record.compatibility),
            ]
        default: return nil
        }
    }

    /// Returns the fields of audio configurations with a rate and a frame length.
    private static func audioConfiguration(_ box: BoxView, in entry: FourCC?) -> Fields? {
        let bytes = box.content()
        switch box.type {
        case "ddts":
            guard let record = try? DTSSpecificConfiguration(bytes: bytes) else { return nil }
            return [
                .init("rate", record.sampleRate), .init("average", record.averageBitRate),
                .init("frame_length", record.frameLength),
                .init("layout", DumpedText.hex(UInt32(record.channelLayout))),
            ]
        case "udts":
            guard let record = try? DTSUHDSpecificConfiguration(bytes: bytes) else { return nil }
            return [
                .init("rate", record.sampleRate), .init("frame_length", record.frameLength),
                .init("presentations", record.presentationCount), .init("mask", DumpedText.hex(record.channelMask)),
            ]
        case "dmlp":
            guard let record = try? MLPSpecificConfiguration(bytes: bytes) else { return nil }
            return [
                .init("rate", record.sampleRate ?? 0), .init("channels", record.channelCount),
                .init("frame_length", record.frameLength),
            ]
        default:
            guard let record = try? PCMConfiguration(bytes: bytes, sampleEntry: entry ?? "ipcm") else { return nil }
            return [.init("bits", record.bitsPerSample), .init("little_endian", record.isLittleEndian ? 1 : 0)]
        }
    }

    private static func avc(_ record: AVCDecoderConfiguration, in entry: FourCC?) -> Fields {
        let name = codec(entry ?? "avc1", "avcC", record.bytes)
        guard let fields = try? record.parse() else { return name }
        return name + [
            .init("length_size", fields.nalLengthSize), .init("sps", fields.sequenceParameterSets.count),
            .init("pps", fields.pictureParameterSets.count),
        ] + dimensions(try? record.sequenceParameterSet())
    }

    /// Returns the codec string of H.264 and HEVC with the code of the sample entry; for other entries, such as those
    /// of Dolby Vision and protected media, with the code of the base codec.
    private static func codec(_ entry: FourCC, _ type: FourCC, _ record: [UInt8]) -> Fields {
        let isNamed = ["avc1", "avc3", "hvc1", "hev1"].contains(entry)
        let code = isNamed ? entry : type == "avcC" ? "avc1" : "hvc1"
        return [.init("codec", CodecConfiguration.boxed(code, type, record).codecString)]
    }

    private static func hevc(_ record: HEVCDecoderConfiguration, in entry: FourCC?) -> Fields {
        let name = codec(entry ?? "hvc1", "hvcC", record.bytes)
        guard let fields = try? record.parse() else { return name }
        return name + [
            .init("length_size", fields.nalLengthSize), .init("vps", fields.parameterSets(ofType: 32).count),
            .init("sps", fields.parameterSets(ofType: 33).count), .init("pps", fields.parameterSets(ofType: 34).count),
        ] + dimensions(try? record.sequenceParameterSet())
    }

    /// Returns the size after cropping and the frame rate of a sequence parameter set.
    private static func dimensions(_ set: SequenceParameterSet?) -> Fields {
        guard let set else { return [] }
        let rate = set.frameRate.map { "\($0.numerator)/\($0.denominator)" }
        return [.init("picture", set.size.description)] + (rate.map { [.init("frame_rate", $0)] } ?? [])
    }

    private static func boxed(_ code: FourCC, _ box: BoxView) -> Fields {
        [.init("codec", CodecConfiguration.boxed(code, box.type, box.content()).codecString)]
    }

    private static func descriptor(_ box: BoxView) -> Fields? {
        guard let descriptor = ElementaryStreamDescriptor(esdsContent: box.content()) else { return nil }
        let config = AudioSpecificConfig(bytes: descriptor.decoderSpecificInfo)
        let codec = CodecConfiguration.aac(config).codecString
        let rates: Fields = [.init("max", descriptor.maxBitRate), .init("average", descriptor.averageBitRate)]
        let type = DumpedText.hex(UInt32(descriptor.objectTypeIndication))
        let entry = CodecConfiguration.boxed("mp4a", "esds", box.content())
        let name = type == "0x40" ? nil : CodecFacts(entry)?.name
        return [.init("object_type", type)] + (name.map { [.init("name", $0)] } ?? [])
            + (type == "0x40" ? [.init("codec", codec)] : []) + rates
    }
}
