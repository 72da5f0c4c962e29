/// The VvcDecoderConfigurationRecord of ISO/IEC 14496-15 11.2.4.2.
package struct VVCDecoderConfiguration: Sendable, Hashable {
    /// The content of a `vvcC` box, including version and flags.
    package let bytes: [UInt8]
    /// Profile, tier and level; nil if only the samples contain them.
    package private(set) var profile: Profile?
    /// The NAL units of parameter sets by type: 14 VPS, 15 SPS, 16 PPS.
    package private(set) var parameterSets: [UInt8: [[UInt8]]] = [:]
    /// The maximum frame size, in pixels.
    package private(set) var size: PixelSize?

    /// general_profile_idc and related fields.
    package struct Profile: Sendable, Hashable {
        package var profile: UInt8
        package var isHighTier: Bool
        package var level: UInt8
        package var bitDepth: UInt8
        package var chromaFormat: UInt8
        /// ptl_frame_only_constraint_flag, ptl_multilayer_enabled_flag and general_constraint_info.
        package var constraints: [UInt8]
    }

    /// The size of the length prefix of NAL units: 1, 2 or 4 bytes.
    package var nalLengthSize: Int { bytes.count > 4 ? Int(bytes[4] >> 1 & 3) + 1 : 4 }

    /// Reads a box's content.
    package init(bytes: [UInt8]) throws(BitstreamError) {
        guard bytes.count >= 6 else { throw .endsTooEarly }
        self.bytes = bytes
        guard nalLengthSize != 3 else { throw .invalid("NAL unit lengths of 3 bytes; 1, 2 or 4 are allowed") }
        var offset = 5
        if bytes[4] & 1 == 1 { offset = try readProfile() }
        try readSets(from: offset)
    }

    /// Reads profile, tier and level, and returns the offset of the arrays.
    private mutating func readProfile() throws(BitstreamError) -> Int {
        var reader = BitReader(Array(bytes[5...]))
        try reader.skip(9)
        let layers = try reader.number(3)
        try reader.skip(2)
        let (chroma, depth) = (UInt8(try reader.bits(2)), UInt8(try reader.bits(3)) + 8)
        // Reserved bits here and before the size of the constraints.
        try reader.skip(5 + 2)
        let count = try reader.number(6)
        guard count > 0 else { throw .invalid("a VVC configuration without general constraints") }
        var found = Profile(
            profile: UInt8(try reader.bits(7)), isHighTier: try reader.flag(), level: UInt8(try reader.bits(8)),
            bitDepth: depth, chromaFormat: chroma, constraints: [])
        for _ in 0..<count { found.constraints.append(UInt8(try reader.bits(8))) }
        if layers > 1 {
            // One flag per sublayer below the highest, padded to eight bits.
            let flags = try reader.bits(8)
            try reader.skip((flags >> UInt32(9 - layers)).nonzeroBitCount * 8)
        }
        try reader.skip(try reader.number(8) * 32)
        size = PixelSize(width: try reader.number(16), height: try reader.number(16))
        try reader.skip(16)
        profile = found
        return bytes.count - reader.remaining / 8
    }

    private mutating func readSets(from offset: Int) throws(BitstreamError) {
        var reader = ParameterSetReader(bytes, offset: offset)
        for _ in 0..<(try reader.byte()) {
            let type = try reader.byte() & 0x1f
            // Decoding capability information and operating point information occur only once.
            let count = type == 12 || type == 13 ? 1 : try reader.number()
            parameterSets[type, default: []] += try reader.units(count)
        }
    }

    /// Whether there are sequence and picture parameter sets, as `vvc1` requires.
    package var isComplete: Bool { [15, 16].allSatisfy { parameterSets[$0]?.isEmpty == false } }

    /// Returns the codec string (ISO/IEC 14496-15 E.6): profile, tier with level, and constraints in base32 up to the
    /// last non-zero byte.
    func codecString(_ code: FourCC) -> String {
        guard let profile else { return code.description }
        let name = "\(code).\(profile.profile).\(profile.isHighTier ? "H" : "L")\(profile.level)"
        let used = (profile.constraints.lastIndex { $0 != 0 } ?? -1) + 1
        return used == 0 ? name : name + ".C" + Self.base32(profile.constraints[..<used])
    }

    /// RFC 4648 6, without padding.
    private static func base32(_ bytes: ArraySlice<UInt8>) -> String {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
        var (text, bits, count) = ("", UInt32(0), 0)
        for byte in bytes {
            (bits, count) = (bits << 8 | UInt32(byte), count + 8)
            while count >= 5 {
                count -= 5
                text.append(digits[Int(bits >> UInt32(count) & 31)])
            }
            bits &= 1 << UInt32(count) - 1
        }
        if count > 0 { text.append(digits[Int(bits << UInt32(5 - count) & 31)]) }
        return text
    }
}
