extension CodecConfiguration {
    /// The codec's name with its profile and level, RFC 6381 and the codecs' own mappings into ISO base media files.
    package var codecString: String {
        switch self {
        case .avc(let record): Self.avc("avc1", record.bytes)
        case .hevc(let record): Self.hevc("hvc1", record)
        case .aac(let config): Self.aac(config)
        case .boxed(let code, let boxes): Self.boxed(code, boxes)
        }
    }

    private static func avc(_ code: String, _ record: [UInt8]) -> String {
        record.count < 4 ? code : code + "." + record[1...3].map { hex($0, digits: 2) }.joined()
    }

    /// ISO/IEC 14496-15 E.3: the compatibility flags in reverse order, constraint bytes up to the last one that is set.
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
        case "dvh1", "dvhe": return dolbyVision(code, boxes["dvcC"] ?? boxes["dvvC"] ?? [])
        case "av01": return av1(boxes["av1C"] ?? [])
        case "vp08", "vp09": return vp(code, boxes["vpcC"] ?? [])
        case "mp4a": return mpegAudio(boxes["esds"] ?? [])
        default: return code.description
        }
    }

    /// The short form: what it leaves out is 4:2:0 with BT.709 colours in limited range.
    private static func av1(_ record: [UInt8]) -> String {
        guard record.count >= 4 else { return "av01" }
        let tier = record[2] & 0x80 != 0 ? "H" : "M"
        let depth = record[2] & 0x40 == 0 ? "08" : record[2] & 0x20 == 0 ? "10" : "12"
        return "av01.\(record[1] >> 5).\(decimal(record[1] & 0x1f))\(tier).\(depth)"
    }

    private static func vp(_ code: FourCC, _ box: [UInt8]) -> String {
        // Version and flags, profile, level, depth with subsampling and range, then CICP.
        guard box.count >= 10 else { return code.description }
        var text = "\(code).\(decimal(box[4])).\(decimal(box[5])).\(decimal(box[6] >> 4))"
        let optional = [box[6] >> 1 & 7, box[7], box[8], box[9], box[6] & 1]
        if optional != [1, 1, 1, 1, 0] { for value in optional { text += "." + decimal(value) } }
        return text
    }

    private static func dolbyVision(_ code: FourCC, _ record: [UInt8]) -> String {
        guard record.count >= 4 else { return code.description }
        let level = record[2] & 1 << 5 | record[3] >> 3
        return "\(code).\(decimal(record[2] >> 1)).\(decimal(level))"
    }

    /// The object type indication of an elementary stream descriptor, such as 6B for MP3.
    private static func mpegAudio(_ box: [UInt8]) -> String {
        guard let descriptor = ElementaryStreamDescriptor(esdsContent: box) else { return "mp4a" }
        if descriptor.objectTypeIndication == 0x40, !descriptor.decoderSpecificInfo.isEmpty {
            return aac(AudioSpecificConfig(bytes: descriptor.decoderSpecificInfo))
        }
        return "mp4a." + hex(descriptor.objectTypeIndication)
    }

    /// Hexadecimal: lower case in `avc1`, as people write it, upper case elsewhere where digits is 0.
    private static func hex(_ value: some BinaryInteger, digits: Int = 0) -> String {
        let text = String(value, radix: 16, uppercase: digits == 0)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }

    private static func decimal(_ value: UInt8) -> String { (value < 10 ? "0" : "") + String(value) }
}

/// The boxes of a `boxed` codec configuration, found by their type.
package struct ConfigurationBoxes {
    private let bytes: [UInt8]

    /// Boxes one after another, each with a size of 32 bits.
    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The content of the first box of a type; nil when there is none.
    package subscript(_ type: FourCC) -> [UInt8]? {
        var offset = 0
        while bytes.count - offset >= 8 {
            let size = number(at: offset)
            guard size >= 8, size <= bytes.count - offset else { return nil }
            if number(at: offset + 4) == Int(type.rawValue) { return Array(bytes[offset + 8..<offset + size]) }
            offset += size
        }
        return nil
    }

    private func number(at offset: Int) -> Int { bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
}
