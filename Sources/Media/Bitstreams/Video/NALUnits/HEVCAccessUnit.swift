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
