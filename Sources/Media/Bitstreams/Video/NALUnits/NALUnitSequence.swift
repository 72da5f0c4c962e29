/// The NAL units of a sample with length prefixes, ISO/IEC 14496-15 4.3.2.
package struct NALUnitSequence: Sequence, IteratorProtocol {
    private let buffer: UnsafeRawBufferPointer
    private let lengthSize: Int
    private var offset = 0

    /// Iterates over `buffer`, which must outlive the sequence. Length fields have 1 to 4 bytes.
    package init(_ buffer: UnsafeRawBufferPointer, lengthSize: Int) {
        self.buffer = buffer
        self.lengthSize = Swift.min(Swift.max(lengthSize, 1), 4)
    }

    /// Returns the next unit without its length; nil at the end and for a length that exceeds the sample.
    package mutating func next() -> UnsafeRawBufferPointer? {
        guard buffer.count - offset > lengthSize else { return nil }
        var length = 0
        for index in 0..<lengthSize { length = length << 8 | Int(buffer[offset + index]) }
        let start = offset + lengthSize
        guard length > 0, length <= buffer.count - start else { return nil }
        offset = start + length
        return UnsafeRawBufferPointer(rebasing: buffer[start..<offset])
    }
}

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

/// The properties of an HEVC sample from its NAL units.
package enum HEVCAccessUnit {
    /// The picture types that affect segmentation (ITU-T H.265 7.4.2.2).
    package enum PictureKind: Sendable, Hashable {
        /// IDR_W_RADL or IDR_N_LP: decoding can start here and nothing refers back.
        case instantaneousRefresh
        /// CRA: decoding can start here; pictures before it in presentation order may be lost.
        case cleanRandomAccess
        /// BLA or a reserved intra random access point.
        case otherRandomAccess
        /// RADL or RASL: presented before the random access point that it follows.
        case leading
        /// All other pictures.
        case trailing
    }

    /// Returns the type of the sample's first coded slice; nil if it has none.
    package static func pictureKind(_ sample: ByteSlice, nalLengthSize: Int) -> PictureKind? {
        sample.withUnsafeBytes { buffer in
            for unit in NALUnitSequence(buffer, lengthSize: nalLengthSize) {
                switch unit[0] >> 1 & 0x3f {
                case 19, 20: return .instantaneousRefresh
                case 21: return .cleanRandomAccess
                case 16...23: return .otherRandomAccess
                case 6...9: return .leading
                case 0...31: return .trailing
                default: continue
                }
            }
            return nil
        }
    }
}
