import Media

extension BoxFields {
    /// Returns the fields of boxes in movie fragments.
    static func fragment(_ box: BoxView) -> Fields? {
        switch box.type {
        case "mfhd": return [.init("sequence_number", box.u32(4))]
        case "tfhd": return trackHeader(box)
        case "tfdt":
            let time = box.version == 1 ? box.u64(4) : UInt64(box.u32(4))
            return [.init("time", time), .init("version", box.version)]
        case "trun":
            var fields: Fields = [
                .init("samples", box.u32(4)), .init("flags", hex(box.flags)), .init("version", box.version),
            ]
            if box.flags & 1 != 0 { fields.append(.init("data_offset", Int32(bitPattern: box.u32(8)))) }
            if box.flags & 4 != 0 { fields.append(.init("first_flags", hex(box.u32(box.flags & 1 != 0 ? 12 : 8)))) }
            return fields
        default: return nil
        }
    }

    /// Returns the fields of boxes next to the fragments of a segment.
    static func segment(_ box: BoxView) -> Fields? {
        switch box.type {
        case "sidx":
            let isLong = box.version != 0
            let earliest = isLong ? box.u64(12) : UInt64(box.u32(12))
            let first = isLong ? box.u64(20) : UInt64(box.u32(16))
            return [
                .init("reference_ID", box.u32(4)), .init("timescale", box.u32(8)), .init("earliest", earliest),
                .init("first_offset", first), .init("references", box.u16(isLong ? 30 : 22)),
            ]
        case "prft":
            let time = box.version == 0 ? UInt64(box.u32(16)) : box.u64(16)
            return [
                .init("flags", hex(box.flags)), .init("track_ID", box.u32(4)),
                .init("ntp", hexadecimal(box.u64(8))), .init("media_time", time),
            ]
        case "emsg": return event(box)
        case "tfra": return [.init("track_ID", box.u32(4)), .init("entries", box.u32(12))]
        case "mfro": return [.init("size", box.u32(4))]
        case "kind": return [.init("scheme", printable(text(box, from: 4)))]
        default: return nil
        }
    }

    private static func event(_ box: BoxView) -> Fields {
        guard box.version == 1 else {
            return [.init("version", box.version), .init("scheme", printable(text(box, from: 4)))]
        }
        return [
            .init("version", box.version), .init("timescale", box.u32(4)), .init("time", box.u64(8)),
            .init("duration", box.u32(16)), .init("id", box.u32(20)),
            .init("scheme", printable(text(box, from: 24))),
        ]
    }

    private static func trackHeader(_ box: BoxView) -> Fields {
        var fields: Fields = [.init("track_ID", box.u32(4)), .init("flags", hex(box.flags))]
        var position = 8
        let optional: [(UInt32, String, Int)] = [
            (0x1, "base", 8), (0x2, "description", 4), (0x8, "duration", 4), (0x10, "size", 4),
            (0x20, "sample_flags", 4),
        ]
        for (flag, name, size) in optional where box.flags & flag != 0 {
            let value = size == 8 ? box.u64(position) : UInt64(box.u32(position))
            fields.append(flag == 0x20 ? .init(name, hex(UInt32(truncatingIfNeeded: value))) : .init(name, value))
            position += size
        }
        return fields
    }

    private static func hexadecimal(_ value: UInt64) -> String { "0x" + String(value, radix: 16) }
}
