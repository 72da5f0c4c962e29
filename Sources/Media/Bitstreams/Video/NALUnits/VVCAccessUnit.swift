/// The properties of a VVC sample from its NAL units.
package enum VVCAccessUnit {
    /// Returns the type of the first coded slice (ITU-T H.266 table 5): 7 and 8 are IDR, 9 is CRA, 10 is GDR; nil for a
    /// sample without slices.
    package static func firstSlice(_ sample: ByteSlice, nalLengthSize: Int) -> UInt8? {
        sample.withUnsafeBytes { buffer in
            for unit in NALUnitSequence(buffer, lengthSize: nalLengthSize) where unit.count >= 2 && unit[1] >> 3 <= 11 {
                return unit[1] >> 3
            }
            return nil
        }
    }
}
