import Media

/// The properties of a packet that its NAL units determine.
struct AccessUnits {
    private(set) var entryPoint = EntryPoint.none
    private(set) var isSkippedLeading = false
    /// Parameter sets with their NAL unit types, without trailing zeros.
    private(set) var parameterSets: [(type: UInt8, unit: [UInt8])] = []
    private var delimiters = 0
    private var beginnings = 0
    private var hasSlice = false

    /// The number of access units in the packet, at least one.
    var pictureCount: Int { delimiters > 0 ? delimiters : max(beginnings, 1) }

    /// Parses all units of `bytes`.
    init(_ coding: StreamCoding, _ bytes: UnsafeRawBufferPointer) {
        switch coding {
        case .avc: for unit in NALUnitScan(bytes) { takeAVC(unit) }
        case .hevc: for unit in NALUnitScan(bytes) { takeHEVC(unit) }
        default: break
        }
    }

    private mutating func takeAVC(_ unit: UnsafeRawBufferPointer) {
        switch unit[0] & 0x1f {
        case 9: delimiters += 1
        case 7, 8: keep(unit[0] & 0x1f, unit)
        // first_mb_in_slice is 0 if its first bit is set.
        case let type where (1...5).contains(type):
            if unit[1] & 0x80 != 0 { beginnings += 1 }
            if !hasSlice, type == 5 { entryPoint = .closed }
            hasSlice = true
        default: break
        }
    }

    private mutating func takeHEVC(_ unit: UnsafeRawBufferPointer) {
        let type = unit[0] >> 1 & 0x3f
        switch type {
        case 35: delimiters += 1
        case 32...34: keep(type, unit)
        case 0...31:
            // first_slice_segment_in_pic_flag.
            if unit.count > 2, unit[2] & 0x80 != 0 { beginnings += 1 }
            if !hasSlice {
                entryPoint = Self.entryPoint(type)
                isSkippedLeading = type == 8 || type == 9
            }
            hasSlice = true
        default: break
        }
    }

    /// ITU-T H.265 table 7-1.
    private static func entryPoint(_ type: UInt8) -> EntryPoint {
        switch type {
        case 19, 20: .closed
        case 21: .open
        case 16...23: .broken
        default: .none
        }
    }

    private mutating func keep(_ type: UInt8, _ unit: UnsafeRawBufferPointer) {
        guard parameterSets.count < ParameterSets.limit, unit.count <= ParameterSets.size else { return }
        let length = (unit.lastIndex { $0 != 0 } ?? 0) + 1
        parameterSets.append((type, Array(unit[..<length])))
    }
}
