/// The properties of an H.264 sample from its NAL units.
package enum AVCAccessUnit {
    /// Returns whether the first coded slice belongs to an IDR picture (nal_unit_type 5, ITU-T H.264 7.4.1).
    package static func isIDR(_ sample: ByteSlice, nalLengthSize: Int) -> Bool {
        sample.withUnsafeBytes { buffer in
            for unit in NALUnitSequence(buffer, lengthSize: nalLengthSize) {
                let type = unit[0] & 0x1f
                if (1...5).contains(type) { return type == 5 }
            }
            return false
        }
    }
}
