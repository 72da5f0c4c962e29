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
                guard box.type == "traf", let parts = try? box.children(), parts["tfhd"]?.u32(4) == track.id else {
                    return false
                }
                return parts.contains(where: \.describesEncryption)
            }
        }
    }
}

extension BoxView {
    /// Whether a box in a track fragment describes encrypted samples (ISO/IEC 23001-7).
    fileprivate var describesEncryption: Bool {
        switch type {
        case "senc": contentSize >= 8 && u32(4) > 0
        case "saiz": flags & 1 != 0 && Self.schemes.contains(fourCC(4))
        case "sgpd": fourCC(4) == "seig" && hasProtectedGroup
        // The sample encryption box of PIFF.
        case "uuid": file.bytes(contentOffset - 16..<contentOffset) == Self.protectedInteroperableBox
        default: false
        }
    }

    /// Whether a description of a `seig` group declares its samples as encrypted: isProtected, after two bytes.
    private var hasProtectedGroup: Bool {
        guard version == 1 else { return false }
        let (length, count) = (Int(u32(8)), Int(u32(12)))
        var position = 16
        for _ in 0..<min(count, 4096) {
            var size = length
            if length == 0 {
                size = Int(u32(position))
                position += 4
            }
            if u8(position + 2) != 0 { return true }
            guard size > 0, position + size <= contentSize else { return false }
            position += size
        }
        return false
    }

    private static let schemes: Set<FourCC> = ["cenc", "cbc1", "cens", "cbcs"]
    private static let protectedInteroperableBox: [UInt8] = [
        0xa2, 0x39, 0x4f, 0x52, 0x5a, 0x9b, 0x4f, 0x14, 0xa2, 0x44, 0x6c, 0x42, 0x7c, 0x64, 0x8d, 0xf4,
    ]
}
