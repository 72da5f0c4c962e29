import Media

/// The main fields of a box as text, by the names of the specification.
struct BoxFields {
    let text: String

    static let videoEntryTypes: Set<FourCC> = [
        "avc1", "avc3", "hvc1", "hev1", "dvh1", "dvhe", "av01", "vp08", "vp09", "encv", "mp4v", "apcn", "apch",
    ]
    static let audioEntryTypes: Set<FourCC> = [
        "mp4a", "ac-3", "ec-3", "Opus", "fLaC", "alac", "enca", ".mp3", "sowt", "twos", "lpcm",
    ]

    init(_ box: BoxView, in parent: BoxView?) {
        let fields =
            parent?.type == "stsd" ? Self.entry(box) : Self.header(box) ?? Self.table(box) ?? Self.fragment(box)
        text = (fields ?? []).map { "\($0.0)=\($0.1)" }.joined(separator: " ")
    }

    private typealias Fields = [(String, any CustomStringConvertible)]

    private static func entry(_ box: BoxView) -> Fields {
        if videoEntryTypes.contains(box.type) { return [("width", box.u16(24)), ("height", box.u16(26))] }
        guard audioEntryTypes.contains(box.type) else { return [] }
        return [("channels", box.u16(16)), ("rate", box.u32(24) >> 16), ("version", box.u16(8))]
    }

    private static func header(_ box: BoxView) -> Fields? {
        let isLong = box.version == 1
        switch box.type {
        case "ftyp", "styp":
            let brands = FileBrands(box)
            let compatible = brands.compatible.map(\.description).joined(separator: ",")
            return [("major", brands.major), ("minor", brands.minorVersion), ("compatible", compatible)]
        case "mvhd", "mdhd":
            let duration = isLong ? box.u64(24) : UInt64(box.u32(16))
            let times: Fields = [("timescale", box.u32(isLong ? 20 : 12)), ("duration", duration)]
            let language = LanguageCode.tag(packed: box.u16(isLong ? 32 : 20)) ?? "und"
            return box.type == "mdhd" ? times + [("language", language)] : times
        case "tkhd":
            let (width, height) = (box.u32(isLong ? 88 : 76), box.u32(isLong ? 92 : 80))
            let size: Fields = [("width", fixed(width)), ("height", fixed(height))]
            return [("track_ID", box.u32(isLong ? 20 : 12)), ("flags", hex(box.flags))] + size
        case "hdlr": return [("handler", box.fourCC(8))]
        case "elng": return [("language", box.file.text(box.contentOffset + min(4, box.contentSize)..<box.end))]
        case "elst": return editList(box, isLong: isLong)
        case "frma": return [("format", box.fourCC(0))]
        case "schm": return [("scheme", box.fourCC(4))]
        default: return configuration(box)
        }
    }

    private static func editList(_ box: BoxView, isLong: Bool) -> Fields {
        let count = Int(box.u32(4))
        let entries = (0..<min(count, 4)).map { index in
            let start = 8 + index * (isLong ? 20 : 12)
            let time = isLong ? Int64(bitPattern: box.u64(start + 8)) : Int64(Int32(bitPattern: box.u32(start + 4)))
            return "\(isLong ? box.u64(start) : UInt64(box.u32(start)))@\(time)"
        }
        return [("entries", count), ("edits", entries.joined(separator: ",") + (count > 4 ? ",…" : ""))]
    }

    private static func configuration(_ box: BoxView) -> Fields? {
        switch box.type {
        case "avcC":
            return [("codec", CodecConfiguration.avc(AVCDecoderConfiguration(bytes: box.content())).codecString)]
        case "hvcC":
            return [("codec", CodecConfiguration.hevc(HEVCDecoderConfiguration(bytes: box.content())).codecString)]
        case "esds":
            guard let descriptor = ElementaryStreamDescriptor(esdsContent: box.content()) else { return nil }
            let config = AudioSpecificConfig(bytes: descriptor.decoderSpecificInfo)
            let codec = CodecConfiguration.aac(config).codecString
            let rates: Fields = [("max", descriptor.maxBitRate), ("average", descriptor.averageBitRate)]
            let type = hex(UInt32(descriptor.objectTypeIndication))
            return [("object_type", type)] + (type == "0x40" ? [("codec", codec)] : []) + rates
        case "colr":
            let codes = "\(box.u16(4))/\(box.u16(6))/\(box.u16(8))"
            return [("type", box.fourCC(0)), ("cicp", codes), ("full_range", box.u8(10) >> 7)]
        case "pasp": return [("h", box.u32(0)), ("v", box.u32(4))]
        case "btrt": return [("buffer", box.u32(0)), ("max", box.u32(4)), ("average", box.u32(8))]
        default: return nil
        }
    }

    private static func table(_ box: BoxView) -> Fields? {
        switch box.type {
        case "stsd", "dref", "stts", "ctts", "stsc", "stco", "co64", "stss": return [("entries", box.u32(4))]
        case "stsz": return [("size", box.u32(4)), ("samples", box.u32(8))]
        case "stz2": return [("bits", box.u8(7)), ("samples", box.u32(8))]
        case "sdtp": return [("samples", max(0, box.contentSize - 4))]
        case "sgpd":
            let isGrown = box.version > 0
            return [("type", box.fourCC(4)), ("entries", box.u32(isGrown ? 12 : 8))]
        case "sbgp": return [("type", box.fourCC(4)), ("entries", box.u32(box.version == 1 ? 12 : 8))]
        case "trex":
            let defaults: Fields = [("duration", box.u32(12)), ("size", box.u32(16)), ("flags", hex(box.u32(20)))]
            return [("track_ID", box.u32(4))] + defaults
        case "mehd": return [("duration", box.version == 1 ? box.u64(4) : UInt64(box.u32(4)))]
        default: return nil
        }
    }

    private static func fragment(_ box: BoxView) -> Fields? {
        switch box.type {
        case "mfhd": return [("sequence_number", box.u32(4))]
        case "tfhd": return trackHeader(box)
        case "tfdt": return [("time", box.version == 1 ? box.u64(4) : UInt64(box.u32(4))), ("version", box.version)]
        case "trun":
            var fields: Fields = [("samples", box.u32(4)), ("flags", hex(box.flags)), ("version", box.version)]
            if box.flags & 1 != 0 { fields.append(("data_offset", Int32(bitPattern: box.u32(8)))) }
            if box.flags & 5 == 5 { fields.append(("first_flags", hex(box.u32(12)))) }
            return fields
        case "sidx":
            let count = box.u16(box.version == 0 ? 22 : 30)
            return [("reference_ID", box.u32(4)), ("timescale", box.u32(8)), ("references", count)]
        default: return nil
        }
    }

    private static func trackHeader(_ box: BoxView) -> Fields {
        var fields: Fields = [("track_ID", box.u32(4)), ("flags", hex(box.flags))]
        var position = 8
        let optional: [(UInt32, String, Int)] = [
            (0x1, "base", 8), (0x2, "description", 4), (0x8, "duration", 4), (0x10, "size", 4),
            (0x20, "sample_flags", 4),
        ]
        for (flag, name, size) in optional where box.flags & flag != 0 {
            let value = size == 8 ? box.u64(position) : UInt64(box.u32(position))
            fields.append((name, flag == 0x20 ? hex(UInt32(truncatingIfNeeded: value)) : String(value)))
            position += size
        }
        return fields
    }

    private static func hex(_ value: UInt32) -> String { "0x" + String(value, radix: 16) }
    /// A 16.16 number, without a fraction of zero.
    private static func fixed(_ value: UInt32) -> String {
        value & 0xffff == 0 ? String(value >> 16) : String(Double(value) / 65_536)
    }
}
