import Media

/// Reads the part of a slice header that determines whether pictures are reordered for presentation.
enum PictureOrder {
    /// Whether the first slice of an H.264 access unit with length prefixes is a B slice (ISO/IEC 14496-10 7.3.3).
    static func isBidirectional(avc unit: ByteSlice, lengthSize: Int) -> Bool {
        unit.withUnsafeBytes { bytes in
            for unit in NALUnitSequence(bytes, lengthSize: lengthSize) where [1, 5].contains(unit[0] & 0x1f) {
                var bits = BitReader(EmulationPrevention.remove(from: unit.dropFirst().prefix(16)))
                guard (try? bits.unsignedExpGolomb()) != nil, let type = try? bits.unsignedExpGolomb() else {
                    return false
                }
                return type % 5 == 1
            }
            return false
        }
    }
}
