import Media

/// The role of a NAL unit in its access unit (ITU-T H.264 7.4.1.2.3 and H.265 7.4.2.4.4).
struct VideoUnit {
    enum Role: Sendable {
        /// Starts an access unit if the current one contains a slice.
        case leading
        case slice(isFirst: Bool)
        case other
    }

    let role: Role
    /// Whether the picture of the slice refers to no earlier picture.
    let isInstantRefresh: Bool
    let parameterSetType: UInt8?
    let isSupplemental: Bool
    /// Whether decoding can start here although following pictures may refer to earlier ones (CRA and BLA of HEVC).
    let isOpenRandomAccess: Bool
    /// Whether no other picture refers to the picture of the slice.
    let isDisposable: Bool

    /// Reads the first bytes of a unit of at least two bytes.
    init(_ coding: StreamCoding, _ unit: UnsafeRawBufferPointer) {
        self = coding == .hevc ? Self.hevc(unit) : Self.avc(unit)
    }

    private init(
        _ role: Role, isInstantRefresh: Bool = false, set: UInt8? = nil, isSupplemental: Bool = false,
        isOpenRandomAccess: Bool = false, isDisposable: Bool = false
    ) {
        self.isDisposable = isDisposable
        self.isOpenRandomAccess = isOpenRandomAccess
        self.role = role
        self.isInstantRefresh = isInstantRefresh
        parameterSetType = set
        self.isSupplemental = isSupplemental
    }

    private static func avc(_ unit: UnsafeRawBufferPointer) -> VideoUnit {
        let type = unit[0] & 0x1f
        switch type {
        // first_mb_in_slice is 0 if its first bit is set.
        case 1, 2, 5:
            return VideoUnit(
                .slice(isFirst: unit[1] & 0x80 != 0), isInstantRefresh: type == 5, isDisposable: unit[0] & 0x60 == 0)
        case 7, 8: return VideoUnit(.leading, set: type)
        case 6: return VideoUnit(.leading, isSupplemental: true)
        case 9, 14...18: return VideoUnit(.leading)
        default: return VideoUnit(.other)
        }
    }

    private static func hevc(_ unit: UnsafeRawBufferPointer) -> VideoUnit {
        let type = unit[0] >> 1 & 0x3f
        let isBaseLayer = unit[0] & 1 == 0 && unit[1] >> 3 == 0
        switch type {
        case 0...31:
            // first_slice_segment_in_pic_flag.
            let isFirst = isBaseLayer && unit.count > 2 && unit[2] & 0x80 != 0
            return VideoUnit(
                .slice(isFirst: isFirst), isInstantRefresh: isBaseLayer && (type == 19 || type == 20),
                isOpenRandomAccess: isBaseLayer && [16, 17, 18, 21].contains(type),
                // Sub-layer non-reference pictures of the lowest sub-layer, table 7-1.
                isDisposable: type < 16 && type & 1 == 0 && unit[1] & 7 == 1)
        case 32...34: return VideoUnit(isBaseLayer ? .leading : .other, set: isBaseLayer ? type : nil)
        case 35, 39, 41...44, 48...55: return VideoUnit(isBaseLayer ? .leading : .other)
        default: return VideoUnit(.other)
        }
    }

    /// Returns whether a unit of H.264 supplemental enhancement information contains a recovery point (payload type 6).
    static func hasRecoveryPoint(_ unit: UnsafeRawBufferPointer) -> Bool {
        var found = false
        SupplementalMessage.read(unit.dropFirst().prefix(1024)) { type, _ in if type == 6 { found = true } }
        return found
    }
}
