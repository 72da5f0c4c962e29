/// The DOVIDecoderConfigurationRecord of Dolby Vision streams within ISO base media files, 3.2.
public struct DolbyVisionConfiguration: Sendable, Hashable {
    /// The record's bytes, the content of a `dvcC`, `dvvC` or `dvwC` box.
    public let bytes: [UInt8]

    /// Takes the bytes as they are; nil for fewer than five.
    public init?(bytes: [UInt8]) {
        guard bytes.count >= 5 else { return nil }
        self.bytes = bytes
    }
}

extension DolbyVisionConfiguration {
    /// dv_profile.
    package var profile: UInt8 { bytes[2] >> 1 }
    /// dv_level.
    package var level: UInt8 { (bytes[2] & 1) << 5 | bytes[3] >> 3 }
    /// dv_bl_signal_compatibility_id: 1 is HDR10, 2 SDR, 4 HLG; 0 plays as Dolby Vision only.
    package var compatibility: UInt8 { bytes[4] >> 4 }
    /// The box that holds the record: profiles up to 7, 8 to 10, and those above.
    package var boxType: FourCC { profile <= 7 ? "dvcC" : profile <= 10 ? "dvvC" : "dvwC" }
    /// The brand of the base layer that others can play; nil where there is none.
    package var compatibilityBrand: FourCC? {
        switch compatibility {
        case 1: "db1p"
        case 2: "db2g"
        case 4: "db4h"
        default: nil
        }
    }
    /// The transfer characteristics of what is shown (ISO/IEC 23091-2): 16 for the profiles that only Dolby Vision plays
    /// and for HDR10, 18 for HLG, 1 for standard range; nil where the record leaves it to the base layer.
    package var transfer: UInt8? {
        switch compatibility {
        case 0: profile == 5 || profile >= 8 ? 16 : nil
        case 1, 6: 16
        case 2: 1
        case 4: 18
        default: nil
        }
    }
    var profileAndLevel: String { "\(profile.twoDigits).\(level.twoDigits)" }

    /// The name for SUPPLEMENTAL-CODECS, such as `dvh1.08.07/db4h`, beside a base layer that others can play; nil where
    /// there is none.
    package func supplementalCodec(base: FourCC) -> String? {
        guard profile >= 8, let brand = compatibilityBrand else { return nil }
        let names: [FourCC: String] = [
            "hvc1": "dvh1", "hev1": "dvh1", "av01": "dav1", "avc1": "dva1", "avc3": "dva1",
        ]
        return names[base].map { "\($0).\(profileAndLevel)/\(brand)" }
    }
}

extension CodedVideoFormat {
    /// The transfer characteristics: those that the compatibility of Dolby Vision means, since base layers of HLG are
    /// marked with the transfer of BT.2020; nil where nothing says them.
    package var transfer: UInt8? {
        let marked = colour.flatMap { $0.transfer == 2 ? nil : $0.transfer }
        return dolbyVision?.transfer ?? marked
    }

    /// What SUPPLEMENTAL-CODECS says of the pictures; nil where CODECS says it all.
    package var supplementalCodec: String? {
        dolbyVision?.supplementalCodec(base: configuration.sampleEntryCode)
    }
}
