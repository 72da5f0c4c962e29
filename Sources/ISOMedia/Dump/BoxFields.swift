import Media

/// The main fields of boxes, with their names in the specification.
enum BoxFields {
    typealias Fields = [BoxTree.Field]

    static let videoEntryTypes: Set<FourCC> = [
        "avc1", "avc3", "hvc1", "hev1", "dvh1", "dvhe", "dva1", "dvav", "dav1", "av01", "vp08", "vp09", "encv", "mp4v",
        "apcn", "apch", "apcs", "apco", "ap4h", "ap4x", "vvc1", "vvi1", "lvc1", "mjpg", "jpeg", "s263", "drmi",
    ]
    static let audioEntryTypes: Set<FourCC> = [
        "mp4a", "ac-3", "ec-3", "Opus", "fLaC", "alac", "enca", ".mp3", "sowt", "twos", "lpcm", "in24", "in32", "fl32",
        "fl64", "raw ", "NONE", "ulaw", "alaw", "ipcm", "fpcm", "ac-4", "mha1", "mhm1", "iamf", "dtsc", "dtsh", "dtsl",
        "dtse", "dtsx", "dtsy", "mlpa", "apac", "samr", "sawb", "drms",
    ]

    static func fields(of box: BoxView, in parent: BoxView?) -> Fields {
        if parent?.type == "stsd" { return entry(box) }
        return header(box) ?? configuration(box, in: parent?.type) ?? protection(box) ?? table(box) ?? fragment(box)
            ?? segment(box) ?? []
    }

    private static func entry(_ box: BoxView) -> Fields {
        if videoEntryTypes.contains(box.type) {
            return [.init("width", box.u16(24)), .init("height", box.u16(26))]
        }
        guard audioEntryTypes.contains(box.type) else { return [] }
        // TrueHD stores the rate in the complete field.
        let rate = box.type == "mlpa" ? box.u32(24) : box.u32(24) >> 16
        return [.init("channels", box.u16(16)), .init("rate", rate), .init("version", box.u16(8))]
    }

    private static func header(_ box: BoxView) -> Fields? {
        let isLong = box.version == 1
        switch box.type {
        case "ftyp", "styp":
            let brands = FileBrands(box)
            let compatible = brands.compatible.map(\.description).joined(separator: ",")
            return [
                .init("major", brands.major), .init("minor", brands.minorVersion), .init("compatible", compatible),
            ]
        case "mvhd", "mdhd":
            let duration = isLong ? box.u64(24) : UInt64(box.u32(16))
            let times: Fields = [.init("timescale", box.u32(isLong ? 20 : 12)), .init("duration", duration)]
            if box.type == "mvhd" { return times + [.init("next_track_ID", box.u32(isLong ? 108 : 96))] }
            return times + [.init("language", LanguageCode.tag(packed: box.u16(isLong ? 32 : 20)) ?? "und")]
        case "tkhd":
            let (width, height) = (box.u32(isLong ? 88 : 76), box.u32(isLong ? 92 : 80))
            let times: Fields = [.init("duration", isLong ? box.u64(28) : UInt64(box.u32(20)))]
            let size: Fields = [.init("width", fixed(width)), .init("height", fixed(height))]
            return [.init("track_ID", box.u32(isLong ? 20 : 12)), .init("flags", hex(box.flags))] + times + size
        case "hdlr":
            let name = box.file.text(
                box.contentOffset + min(24, box.contentSize)..<min(box.end, box.contentOffset + 280))
            return [.init("handler", box.fourCC(8))] + (name.isEmpty ? [] : [.init("name", printable(name))])
        case "elng": return [.init("language", printable(text(box, from: 4)))]
        case "elst": return editList(box, isLong: isLong)
        case "url ": return [.init("flags", hex(box.flags))]
        case "vmhd", "smhd", "nmhd", "sthd": return [.init("flags", hex(box.flags))]
        default: return nil
        }
    }

    private static func editList(_ box: BoxView, isLong: Bool) -> Fields {
        let count = Int(box.u32(4))
        let entries = (0..<min(count, 4)).map { index in
            let start = 8 + index * (isLong ? 20 : 12)
            let time = isLong ? Int64(bitPattern: box.u64(start + 8)) : Int64(Int32(bitPattern: box.u32(start + 4)))
            return "\(isLong ? box.u64(start) : UInt64(box.u32(start)))@\(time)"
        }
        return [
            .init("entries", count), .init("edits", entries.joined(separator: ",") + (count > 4 ? ",…" : "")),
        ]
    }

    private static func table(_ box: BoxView) -> Fields? {
        switch box.type {
        case "stts": return runs(box, "delta")
        case "ctts": return runs(box, "offset")
        case "stsd", "dref", "stsc", "stco", "co64", "stss": return [.init("entries", box.u32(4))]
        case "stsz": return [.init("size", box.u32(4)), .init("samples", box.u32(8))]
        case "stz2": return [.init("bits", box.u8(7)), .init("samples", box.u32(8))]
        case "sdtp": return [.init("samples", max(0, box.contentSize - 4))]
        case "sgpd":
            let isGrown = box.version > 0
            return [.init("type", box.fourCC(4)), .init("entries", box.u32(isGrown ? 12 : 8))]
        case "sbgp": return [.init("type", box.fourCC(4)), .init("entries", box.u32(box.version == 1 ? 12 : 8))]
        case "trex":
            let defaults: Fields = [
                .init("description", box.u32(8)), .init("duration", box.u32(12)), .init("size", box.u32(16)),
                .init("flags", hex(box.u32(20))),
            ]
            return [.init("track_ID", box.u32(4))] + defaults
        case "mehd": return [.init("duration", box.version == 1 ? box.u64(4) : UInt64(box.u32(4)))]
        default: return nil
        }
    }

    /// Returns the number of entries and the first entry of a table of counts and values.
    private static func runs(_ box: BoxView, _ name: String) -> Fields {
        let count = box.u32(4)
        guard count > 0 else { return [.init("entries", count)] }
        let value = Int32(bitPattern: box.u32(12))
        return [.init("entries", count), .init("first_\(name)", "\(box.u32(8))×\(value)")]
    }

    static func text(_ box: BoxView, from start: Int) -> String {
        box.file.text(box.contentOffset + min(start, box.contentSize)..<min(box.end, box.contentOffset + start + 256))
    }

    /// Returns text of a file without control characters, which could move a terminal's cursor.
    static func printable(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7f ? "·" : $0 }))
    }

    static func hex(_ value: UInt32) -> String { "0x" + String(value, radix: 16) }
    static func hex(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
    /// Formats a 16.16 number, without the fraction if it is zero.
    private static func fixed(_ value: UInt32) -> String {
        value & 0xffff == 0 ? String(value >> 16) : String(Double(value) / 65_536)
    }
}
