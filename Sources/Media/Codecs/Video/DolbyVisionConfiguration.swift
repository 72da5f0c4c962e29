/// The DOVIDecoderConfigurationRecord of Dolby Vision streams within ISO base media files, 3.2.
public struct DolbyVisionConfiguration: Sendable, Hashable, Codable {
    /// The bytes of the record: the content of a `dvcC`, `dvvC` or `dvwC` box.
    public let bytes: [UInt8]

    /// A record with these bytes; nil for fewer than five.
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
    /// dv_bl_signal_compatibility_id: 1 is HDR10, 2 SDR, 4 HLG; 0 requires Dolby Vision.
    package var compatibility: UInt8 { bytes[4] >> 4 }
    /// The type of the box for the record: profiles up to 7, 8 to 10, and above 10.
    package var boxType: FourCC { profile <= 7 ? "dvcC" : profile <= 10 ? "dvvC" : "dvwC" }
    /// The brand of a base layer that other decoders can play; nil without one.
    package var compatibilityBrand: FourCC? {
        switch compatibility {
        case 1: "db1p"
        case 2: "db2g"
        case 4: "db4h"
        default: nil
        }
    }
    /// The transfer characteristics of the presented video (ISO/IEC 23091-2): 16 for HDR10 and for profiles without a
    /// compatible base layer, 18 for HLG, 1 for standard dynamic range; nil if the base layer determines it.
    package var transfer: UInt8? {
        switch compatibility {
        case 0: profile == 5 || profile >= 8 ? 16 : nil
        case 6: 16
        default: compatibilityBrand.flatMap { Self.transfer(ofBrand: "\($0)") }
        }
    }

    /// Returns the transfer characteristics of a base layer with this brand; nil for other brands.
    package static func transfer(ofBrand brand: String) -> UInt8? {
        switch brand {
        case "db1p": 16
        case "db2g": 1
        case "db4h": 18
        default: nil
        }
    }

    var profileAndLevel: String { "\(profile.twoDigits).\(level.twoDigits)" }

    /// Returns the SUPPLEMENTAL-CODECS value, such as `dvh1.08.07/db4h`, for a base layer that other decoders can play;
    /// nil without such a layer.
    package func supplementalCodec(base: FourCC) -> String? {
        guard profile >= 8, let brand = compatibilityBrand else { return nil }
        let names: [FourCC: String] = [
            "hvc1": "dvh1", "hev1": "dvh1", "av01": "dav1", "avc1": "dva1", "avc3": "dva1",
        ]
        return names[base].map { "\($0).\(profileAndLevel)/\(brand)" }
    }
}

extension CodedVideoFormat {
    /// The transfer characteristics. PQ and HLG of the base layer decide, then the compatibility of Dolby Vision, because
    /// HLG base layers are declared as BT.2020. nil if unknown.
    package var transfer: UInt8? {
        let marked = colour.flatMap { $0.transfer == 2 ? nil : $0.transfer }
        if let marked, marked == 16 || marked == 18 { return marked }
        return dolbyVision?.transfer ?? marked
    }

    /// The SUPPLEMENTAL-CODECS value of the video; nil if CODECS is sufficient, or if the brand of the enhancement
    /// contradicts the base layer.
    package var supplementalCodec: String? {
        guard let dolbyVision, dolbyVision.transfer == transfer else { return nil }
        return dolbyVision.supplementalCodec(base: configuration.sampleEntryCode)
    }
}
