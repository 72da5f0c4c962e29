extension CodecConfiguration {
    /// The codec string with profile and level (RFC 6381 and the codecs' mappings into ISO base media files).
    package var codecString: String {
        switch self {
        case .avc(let record): Self.avc("avc1", record.bytes)
        case .hevc(let record): Self.hevc("hvc1", record)
        case .aac(let config): Self.aac(config)
        case .boxed(let code, let boxes): Self.boxed(code, boxes)
        }
    }

    /// Returns the codec string of text: WebVTT, or a profile of TTML (ISO/IEC 14496-30 5 and 7).
    package static func text(_ format: CodedDataFormat) -> String {
        guard format.sampleEntryCode == "stpp" else { return format.sampleEntryCode.description }
        // The image profile of IMSC 1 is distinguished only if the entry declares it.
        return format.sampleEntry.contains(Array("im1i".utf8)) ? "stpp.ttml.im1i" : "stpp.ttml.im1t"
    }

    private static func avc(_ code: String, _ record: [UInt8]) -> String {
        record.count < 4 ? code : code + "." + record[1...3].map { hex($0, digits: 2) }.joined()
    }

    /// ISO/IEC 14496-15 E.3: the compatibility flags in reverse order, constraint bytes up to the last nonzero one.
    private static func hevc(_ code: String, _ record: HEVCDecoderConfiguration) -> String {
        guard let fields = try? record.parse() else { return code }
        let space = ["", "A", "B", "C"][Int(fields.profileSpace & 3)]
        var flags: UInt32 = 0
        for bit in 0..<32 { flags |= (fields.compatibility >> UInt32(bit) & 1) << UInt32(31 - bit) }
        let used = (fields.constraints.lastIndex { $0 != 0 } ?? -1) + 1
        let tier = (fields.isHighTier ? "H" : "L") + String(fields.level)
        let parts = [code, space + String(fields.profile), hex(flags), tier]
        return (parts + fields.constraints.prefix(used).map { hex($0) }).joined(separator: ".")
    }

    private static func aac(_ config: AudioSpecificConfig) -> String {
        guard let fields = try? config.parse() else { return "mp4a.40.2" }
        return "mp4a.40.\(fields.signalledObjectType)"
    }

    private static func boxed(_ code: FourCC, _ boxes: [UInt8]) -> String {
        let boxes = ConfigurationBoxes(boxes)
        switch code {
        case "Opus": return "opus"
        case "avc1", "avc3": return avc(code.description, boxes["avcC"] ?? [])
        case "hvc1", "hev1": return hevc(code.description, HEVCDecoderConfiguration(bytes: boxes["hvcC"] ?? []))
        case "dvh1", "dvhe", "dva1", "dvav", "dav1": return dolbyVision(code, boxes["dvcC"] ?? boxes["dvvC"] ?? [])
        case "av01": return av1(boxes["av1C"] ?? [])
        case "vp08", "vp09": return vp(code, boxes["vpcC"] ?? [])
        case "vvc1", "vvi1": return named(code, boxes["vvcC"], VVCDecoderConfiguration.init) { $0.codecString(code) }
        case "lvc1": return named(code, boxes["lvcC"], LCEVCDecoderConfiguration.init) { $0.codecString(code) }
        case "ac-4": return named(code, boxes["dac4"], AC4SpecificConfiguration.init) { $0.codecString }
        case "mha1", "mhm1": return named(code, boxes["mhaC"], MPEGHConfiguration.init(bytes:)) { $0.codecString(code) }
        case "iamf": return named(code, boxes["iacb"], IAMFConfiguration.init) { $0.codecString }
        case "mp4a": return mpegAudio(boxes["esds"] ?? [])
        case "mp4v": return mpegVideo(boxes["esds"] ?? [])
        default: return code.description
        }
    }

    /// Returns the codec string of a configuration box; only the code if the box is missing or invalid.
    private static func named<Record>(
        _ code: FourCC, _ box: [UInt8]?, _ read: ([UInt8]) throws(BitstreamError) -> Record,
        _ name: (Record) -> String
    ) -> String {
        box.flatMap { try? read($0) }.map(name) ?? code.description
    }

    private static func av1(_ record: [UInt8]) -> String {
        AV1CodecConfiguration(bytes: record).codecString
    }

    private static func vp(_ code: FourCC, _ box: [UInt8]) -> String {
        VPCodecConfiguration(bytes: box).codecString(code)
    }

    private static func dolbyVision(_ code: FourCC, _ record: [UInt8]) -> String {
        DolbyVisionConfiguration(bytes: record).map { "\(code).\($0.profileAndLevel)" } ?? code.description
    }

    /// Returns the codec string with the object type indication of an elementary stream descriptor, such as 6B for MP3.
    private static func mpegAudio(_ box: [UInt8]) -> String {
        guard let descriptor = ElementaryStreamDescriptor(esdsContent: box) else { return "mp4a" }
        if descriptor.objectTypeIndication == 0x40, !descriptor.decoderSpecificInfo.isEmpty {
            return aac(AudioSpecificConfig(bytes: descriptor.decoderSpecificInfo))
        }
        return "mp4a." + hex(descriptor.objectTypeIndication)
    }

    /// Returns the codec string of MPEG-4 Visual with profile and level (RFC 6381 3.3), or of other video with its
    /// object type indication.
    private static func mpegVideo(_ box: [UInt8]) -> String {
        guard let descriptor = ElementaryStreamDescriptor(esdsContent: box) else { return "mp4v" }
        let name = "mp4v." + hex(descriptor.objectTypeIndication, digits: 2)
        // A visual object sequence starts with its profile and level.
        let info = descriptor.decoderSpecificInfo
        guard descriptor.objectTypeIndication == 0x20, info.count >= 5, info[..<4] == [0, 0, 1, 0xb0] else {
            return name
        }
        return name + ".\(info[4])"
    }

    /// Formats a hexadecimal number: lower case with leading zeros, as is usual for `avc1`; upper case if `digits` is
    /// 0.
    private static func hex(_ value: some BinaryInteger, digits: Int = 0) -> String {
        let text = String(value, radix: 16, uppercase: digits == 0)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}
