/// The role of an HEVC picture for random access, ITU-T H.265 7.4.2.2 and table 7-1.
package enum RandomAccessPicture: Sendable, Hashable {
    /// IDR: nothing from here on refers to earlier pictures.
    case instantaneousRefresh
    /// CRA: pictures that lead it in presentation order may refer to earlier pictures.
    case cleanRandomAccess
    /// BLA and reserved types: as CRA, but decoders always skip the pictures that refer to earlier ones.
    case brokenLink
    /// RASL: leads a random access point and is skipped when decoding starts there.
    case skippedLeading
    /// RADL: leads a random access point and can be decoded when decoding starts there.
    case decodableLeading
    /// All other pictures.
    case trailing

    /// The role of a NAL unit type; nil for units that are not slices.
    init?(hevcType type: UInt8) {
        switch type {
        case 19, 20: self = .instantaneousRefresh
        case 21: self = .cleanRandomAccess
        case 16...23: self = .brokenLink
        case 8, 9: self = .skippedLeading
        case 6, 7: self = .decodableLeading
        case 0...31: self = .trailing
        default: return nil
        }
    }

    /// Whether decoding can start here.
    package var isEntryPoint: Bool {
        switch self {
        case .instantaneousRefresh, .cleanRandomAccess, .brokenLink: true
        case .skippedLeading, .decodableLeading, .trailing: false
        }
    }

    /// The value of `is_leading` for the picture.
    package var leading: SampleFlags.Leading {
        switch self {
        case .skippedLeading: .skipped
        case .decodableLeading: .decodable
        case .instantaneousRefresh, .cleanRandomAccess, .brokenLink, .trailing: .unknown
        }
    }
}

extension BitstreamSyntax {
    /// Returns the role of a sample's first slice; nil for samples without a slice and for codecs without leading
    /// pictures.
    package func randomAccessPicture(_ sample: ByteSlice) -> RandomAccessPicture? {
        guard case .hevc(let size) = self else { return nil }
        return sample.withUnsafeBytes { buffer in
            for unit in NALUnitSequence(buffer, lengthSize: size) {
                if let picture = RandomAccessPicture(hevcType: unit[0] >> 1 & 0x3f) { return picture }
            }
            return nil
        }
    }
}

extension SampleFlags {
    /// The values of `is_leading`, ISO/IEC 14496-12 8.6.4.3.
    package enum Leading: UInt32, Sendable, Hashable {
        case unknown = 0
        /// Presented before a random access point that precedes it, and not decodable when decoding starts there.
        case skipped = 1
        case none = 2
        /// Presented before a random access point that precedes it, and decodable when decoding starts there.
        case decodable = 3
    }

    /// Whether the sample leads the preceding random access point.
    package var leading: Leading { Leading(rawValue: rawValue >> 26 & 3) ?? .unknown }

    /// Returns the flags with another `is_leading`.
    package func with(_ leading: Leading) -> SampleFlags {
        SampleFlags(rawValue: rawValue & ~(3 << 26) | leading.rawValue << 26)
    }

    /// The flags with `sample_is_non_sync_sample` set.
    package var withoutSync: SampleFlags { SampleFlags(rawValue: rawValue | 0x0001_0000) }
}
