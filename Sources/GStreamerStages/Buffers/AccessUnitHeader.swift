import Media

/// The properties of a coded frame that its headers declare, for the sample made of it.
///
/// H.264: ISO/IEC 14496-10 7.3.1; HEVC: ISO/IEC 23008-2 7.3.1.2; both with length prefixes. AV1: 5.3. VP9: 6.2.
struct AccessUnitHeader {
    /// Sync if decoding can start at the frame: IDR pictures, key frames, and all random access points of HEVC.
    let flags: SampleFlags
    /// Whether the access unit has a slice.
    let hasSlices: Bool
    /// The offset of the first byte after leading delimiters and parameter sets, which the decoder configuration
    /// contains. The sequence headers of AV1 are kept, its temporal delimiters are not.
    let payloadOffset: Int
    /// The end of the last parameter set before the first slice; equals `payloadOffset` if none follows other units.
    let parametersEnd: Int
    /// Whether the length prefixes add up to the size of the access unit.
    let isWellFormed: Bool

    /// Reads the headers up to the first slice; later ones have no effect on the result.
    init(_ bytes: ByteSlice, codec: VideoCoding, lengthSize: Int = 4) {
        switch codec {
        case .avc, .hevc: self.init(units: bytes, codec, lengthSize)
        case .av1: self.init(av1: bytes)
        case .vp8:
            // The first bit of the frame tag is clear for key frames (RFC 6386 9.1).
            let first = bytes.withUnsafeBytes { $0.first }
            self.init(isKey: first.map { $0 & 1 == 0 } ?? false, hasFrames: first != nil, payloadOffset: 0)
        case .proRes:
            self.init(isKey: true, hasFrames: (try? ProResFrameHeader(bytes)) != nil, payloadOffset: 0)
        case .jpeg:
            // The marker of the start of an image (ITU-T T.81 B.1.1.3).
            let isImage = bytes.withUnsafeBytes { $0.count > 3 && $0[0] == 0xff && $0[1] == 0xd8 }
            self.init(isKey: true, hasFrames: isImage, payloadOffset: 0)
        case .vp9:
            let header = try? VP9FrameHeader(bytes)
            self.init(isKey: header?.isKeyFrame == true, hasFrames: header != nil, payloadOffset: 0)
        }
    }

    private init(isKey: Bool, hasFrames: Bool, payloadOffset: Int) {
        flags = isKey ? .sync : .predicted
        hasSlices = hasFrames
        isWellFormed = hasFrames
        self.payloadOffset = payloadOffset
        parametersEnd = payloadOffset
    }

    private init(av1 bytes: ByteSlice) {
        let unit = AV1TemporalUnit(bytes)
        let delimiter = bytes.withUnsafeBytes { buffer in
            var units = AV1UnitSequence(buffer)
            guard let first = units.next(), first.type == 2 else { return 0 }
            return first.range.upperBound
        }
        self.init(isKey: unit.isRandomAccess, hasFrames: unit.hasFrames, payloadOffset: delimiter)
    }

    private init(units bytes: ByteSlice, _ codec: VideoCoding, _ lengthSize: Int) {
        var (offset, leadingEnd, lastEnd): (Int, Int?, Int?) = (0, nil, nil)
        var slice: Header?
        bytes.withUnsafeBytes { buffer in
            for unit in NALUnitSequence(buffer, lengthSize: lengthSize) {
                let header = Header(unit[0], codec)
                if leadingEnd == nil, !header.isParameters { leadingEnd = offset }
                offset += lengthSize + unit.count
                if header.isParameters { lastEnd = offset }
                guard header.isSlice else { continue }
                slice = header
                break
            }
        }
        hasSlices = slice != nil
        payloadOffset = leadingEnd ?? 0
        parametersEnd = slice == nil ? payloadOffset : lastEnd ?? 0
        isWellFormed = slice != nil || offset == bytes.count
        let isSync =
            codec == .avc
            ? AVCAccessUnit.isIDR(bytes, nalLengthSize: lengthSize)
            : BitstreamSyntax.hevc(lengthSize: lengthSize).randomAccessPicture(bytes)?.isEntryPoint ?? false
        flags = isSync ? .sync : slice?.isDisposable ?? true ? .disposable : .predicted
    }

    /// The first byte of a NAL unit.
    private struct Header {
        var isSlice: Bool
        /// Whether no other picture refers to this picture.
        var isDisposable: Bool
        var isParameters: Bool

        init(_ byte: UInt8, _ codec: VideoCoding) {
            if codec == .avc {
                let type = byte & 0x1f
                isSlice = (1...5).contains(type)
                isDisposable = byte & 0x60 == 0
                isParameters = (7...9).contains(type)
            } else {
                let type = byte >> 1 & 0x3f
                isSlice = type < 32
                // Even types below 16 are sub-layer non-reference pictures.
                isDisposable = type < 16 && type % 2 == 0
                isParameters = (32...35).contains(type)
            }
        }
    }
}
