/// LCEVC enhancement data (ISO/IEC 23094-2) in the samples of the base layer, as NAL units or as user data in SEI.
package enum LCEVCEnhancement {
    /// The start of the user data registered by ITU-T T.35: the country code of the United Kingdom, its second octet,
    /// and the provider code of V-Nova, 0x5000. Readers that skip no second octet know the provider as 0x0050.
    private static let registration: [UInt8] = [0xb4, 0x00, 0x50, 0x00]

    /// Returns the name of an LCEVC NAL unit; nil for units of the base layer.
    ///
    /// The header has a bit of 0, a bit of 1, five bits of type, and nine bits of 1. In the NAL units of H.264, HEVC
    /// and VVC, such a header has an unspecified type.
    static func unitName(_ unit: UnsafeRawBufferPointer) -> String? {
        guard unit.count >= 2, unit[0] & 0xc1 == 0x41, unit[1] == 0xff else { return nil }
        switch unit[0] >> 1 & 0x1f {
        case 28: return "LCEVC_NON_IDR"
        case 29: return "LCEVC_IDR"
        default: return nil
        }
    }

    /// Returns whether the messages of a unit contain enhancement data. The unit is without its header.
    static func isContained(in messages: some Collection<UInt8>) -> Bool {
        var found = false
        SupplementalMessage.read(messages) { type, content in
            if type == 4, content.starts(with: registration) { found = true }
        }
        return found
    }
}

extension BitstreamSyntax {
    /// Returns whether a sample contains LCEVC enhancement data.
    package func hasLCEVCEnhancement(_ sample: ByteSlice) -> Bool {
        let size: Int
        switch self {
        case .avc(let lengthSize), .hevc(let lengthSize), .vvc(let lengthSize): size = lengthSize
        case .av1, .vp8, .vp9, .unifiedSpeechAndAudio: return false
        }
        return sample.withUnsafeBytes { buffer in
            NALUnitSequence(buffer, lengthSize: size).contains { unit in
                LCEVCEnhancement.unitName(unit) != nil
                    || messages(in: unit).map { LCEVCEnhancement.isContained(in: $0) } ?? false
            }
        }
    }

    /// Returns the messages of a unit of supplemental enhancement information; nil for other units.
    func messages(in unit: UnsafeRawBufferPointer) -> Slice<UnsafeRawBufferPointer>? {
        switch self {
        case .avc: unit[0] & 0x1f == 6 ? unit.dropFirst() : nil
        case .hevc: (39...40).contains(unit[0] >> 1 & 0x3f) ? unit.dropFirst(2) : nil
        case .vvc: unit.count >= 2 && (23...24).contains(unit[1] >> 3) ? unit.dropFirst(2) : nil
        case .av1, .vp8, .vp9, .unifiedSpeechAndAudio: nil
        }
    }
}
