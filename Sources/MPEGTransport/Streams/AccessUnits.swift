import Media

/// The properties of a packet that its NAL units determine.
struct AccessUnits {
    private(set) var entryPoint = EntryPoint.none
    private(set) var isSkippedLeading = false
    /// Parameter sets with their NAL unit types, without trailing zeros.
    private(set) var parameterSets: [(type: UInt8, unit: [UInt8])] = []
    private var delimiterCount = 0
    private var firstSliceCount = 0
    private var hasSlice = false

    /// The number of access units in the packet, at least one.
    var accessUnitCount: Int { delimiterCount > 0 ? delimiterCount : max(firstSliceCount, 1) }

    /// Parses all units of `bytes`.
    init(_ coding: StreamCoding, _ bytes: UnsafeRawBufferPointer) {
        switch coding {
        case .avc: for unit in NALUnitScan(bytes) { parseAVC(unit) }
        case .hevc: for unit in NALUnitScan(bytes) { parseHEVC(unit) }
        default: break
        }
    }

    private mutating func parseAVC(_ unit: UnsafeRawBufferPointer) {
        switch unit[0] & 0x1f {
        case 9: delimiterCount += 1
        case 7, 8: appendParameterSet(unit[0] & 0x1f, unit)
        // first_mb_in_slice is 0 if its first bit is set.
        case let type where (1...5).contains(type):
            if unit[1] & 0x80 != 0 { firstSliceCount += 1 }
            if !hasSlice, type == 5 { entryPoint = .closed }
            hasSlice = true
        default: break
        }
    }

    private mutating func parseHEVC(_ unit: UnsafeRawBufferPointer) {
        let type = unit[0] >> 1 & 0x3f
        switch type {
        case 35: delimiterCount += 1
        case 32...34: appendParameterSet(type, unit)
        case 0...31:
            // first_slice_segment_in_pic_flag.
            if unit.count > 2, unit[2] & 0x80 != 0 { firstSliceCount += 1 }
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

    private mutating func appendParameterSet(_ type: UInt8, _ unit: UnsafeRawBufferPointer) {
        guard parameterSets.count < StreamParameterSets.limit, unit.count <= StreamParameterSets.size else { return }
        let length = (unit.lastIndex { $0 != 0 } ?? 0) + 1
        parameterSets.append((type, Array(unit[..<length])))
    }
}
