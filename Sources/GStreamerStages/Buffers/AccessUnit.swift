import Media

/// What the NAL unit headers of one coded picture say about the sample that it becomes.
///
/// ISO/IEC 14496-10 7.3.1 for H.264, ISO/IEC 23008-2 7.3.1.2 for HEVC; units have length prefixes.
struct AccessUnit {
    /// The coding of the picture.
    enum Codec {
        case avc
        case hevc
    }

    /// Sync where decoding can begin and nothing refers back, which leaves out HEVC's CRA pictures.
    let flags: SampleFlags
    /// Whether any slice was found.
    let hasSlices: Bool
    /// Where the bytes after leading delimiters and parameter sets begin: those stand in the decoder configuration.
    let payloadOffset: Int
    /// Whether the lengths add up.
    let isWellFormed: Bool

    /// Reads headers until the first slice; nothing after it changes the answer.
    init(_ bytes: ByteSlice, codec: Codec, lengthSize: Int = 4) {
        var (offset, parametersEnd): (Int, Int?) = (0, nil)
        var slice: Header?
        bytes.withUnsafeBytes { buffer in
            for unit in NALUnitSequence(buffer, lengthSize: lengthSize) {
                let header = Header(unit[0], codec)
                if parametersEnd == nil, !header.isParameters { parametersEnd = offset }
                offset += lengthSize + unit.count
                guard header.isSlice else { continue }
                slice = header
                break
            }
        }
        hasSlices = slice != nil
        payloadOffset = parametersEnd ?? 0
        isWellFormed = slice != nil || offset == bytes.count
        let isSync =
            switch codec {
            case .avc: AVCAccessUnit.isIDR(bytes, nalLengthSize: lengthSize)
            case .hevc: HEVCAccessUnit.pictureKind(bytes, nalLengthSize: lengthSize) == .instantaneousRefresh
            }
        flags = isSync ? .sync : slice?.isDisposable ?? true ? .disposable : .predicted
    }

    /// The first byte of a NAL unit.
    private struct Header {
        var isSlice: Bool
        /// Whether no other picture refers to this one.
        var isDisposable: Bool
        var isParameters: Bool

        init(_ byte: UInt8, _ codec: Codec) {
            switch codec {
            case .avc:
                let type = byte & 0x1f
                isSlice = (1...5).contains(type)
                isDisposable = byte & 0x60 == 0
                isParameters = (7...9).contains(type)
            case .hevc:
                let type = byte >> 1 & 0x3f
                isSlice = type < 32
                // Even types below 16 are sub-layer non-reference pictures.
                isDisposable = type < 16 && type % 2 == 0
                isParameters = (32...35).contains(type)
            }
        }
    }
}
