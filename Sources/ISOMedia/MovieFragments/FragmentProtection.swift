import Media

extension MovieFile {
    /// Returns the offset of the first fragment with encrypted samples of a track, regardless of its sample entry; nil
    /// without one.
    ///
    /// Reads the header of each fragment.
    package func encryptedFragment(of track: MovieTrack) -> Int? {
        fragments.offsets.first { offset in
            var walk = BoxWalk(file, offset..<file.count)
            guard let fragment = walk.next(), let boxes = try? fragment.children() else { return false }
            return boxes.contains { box in
                guard box.type == .traf, let parts = try? box.children(),
                    let header = parts[TrackFragmentHeaderBox.self],
                    TrackFragmentHeaderBox(readingPresentFieldsOf: header).trackID == track.id
                else { return false }
                return parts.contains(where: \.describesEncryption)
            }
        }
    }
}

extension BoxView {
    /// Whether a box in a track fragment describes encrypted samples (ISO/IEC 23001-7).
    fileprivate var describesEncryption: Bool {
        switch type {
        case SampleEncryptionBox.type:
            return contentSize >= 8 && SampleEncryptionBox(readingPresentFieldsOf: self).sampleCount > 0
        case AuxiliarySizesBox.type:
            let fields = AuxiliarySizesBox(readingPresentFieldsOf: self)
            return fields.header.has(AuxiliarySizesBox.hasType) && Self.schemes.contains(fields.informationType)
        case SampleGroupDescriptionBox.type:
            return SampleGroupDescriptionBox(readingPresentFieldsOf: self).describesProtectedSamples
        // The sample encryption box of PIFF.
        case "uuid": return file.bytes(contentOffset - 16..<contentOffset) == Self.protectedInteroperableBox
        default: return false
        }
    }

    private static let schemes: Set<FourCC> = ["cenc", "cbc1", "cens", "cbcs"]
    private static let protectedInteroperableBox: [UInt8] = [
        0xa2, 0x39, 0x4f, 0x52, 0x5a, 0x9b, 0x4f, 0x14, 0xa2, 0x44, 0x6c, 0x42, 0x7c, 0x64, 0x8d, 0xf4,
    ]
}

extension SampleGroupDescriptionBox {
    /// Whether a description of a `seig` group declares its samples as encrypted: isProtected, after two bytes.
    fileprivate var describesProtectedSamples: Bool {
        guard groupingType == "seig", header.version == 1 else { return false }
        return descriptions(limit: 4096).contains { $0.dropFirst(2).first ?? 0 != 0 }
    }
}
