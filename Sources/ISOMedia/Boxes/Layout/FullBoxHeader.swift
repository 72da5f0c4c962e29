/// Version and flags of a full box (ISO/IEC 14496-12 4.2).
package struct FullBoxHeader: RawRepresentable, Sendable, Hashable {
    package var version: UInt8
    /// The low 24 bits apply.
    package var flags: UInt32

    package init(version: UInt8 = 0, flags: UInt32 = 0) {
        self.version = version
        self.flags = flags
    }

    /// Version 1, whose times have 64 bits, if one of `times` exceeds 32 bits; otherwise version 0.
    init(fitting times: UInt64..., flags: UInt32 = 0) {
        self.init(version: times.contains { $0 > UInt64(UInt32.max) } ? 1 : 0, flags: flags)
    }

    /// The version in the high 8 bits, and the flags.
    package init(rawValue: UInt32) { self.init(version: UInt8(rawValue >> 24), flags: rawValue & 0xff_ffff) }
    package var rawValue: UInt32 { UInt32(version) << 24 | flags & 0xff_ffff }

    @inline(__always) func has(_ flag: UInt32) -> Bool { flags & flag != 0 }
}
