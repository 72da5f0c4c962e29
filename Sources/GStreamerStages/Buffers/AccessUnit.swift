import Media

/// What the NAL unit headers of one coded picture say.
///
/// ISO/IEC 14496-10 7.3.1 for H.264, ISO/IEC 23008-2 7.3.1.2 for HEVC; units have length prefixes.
struct AccessUnit {
    /// The coding of the picture.
    enum Codec {
        case avc
        case hevc
    }

    /// Whether all slices belong to a picture that decoding can begin with.
    private(set) var isSync = false
    /// Whether any slice was found.
    private(set) var hasSlices = false
    /// Whether no other picture refers to this one.
    private(set) var isDisposable = true
    /// Where the bytes after leading delimiters and parameter sets begin: those stand in the decoder configuration.
    private(set) var payloadOffset = 0
    /// Whether the lengths add up.
    private(set) var isWellFormed = true

    /// Reads headers until the first slice; nothing after it changes the answer.
    init(_ bytes: UnsafeRawBufferPointer, codec: Codec, lengthSize: Int = 4) {
        var offset = 0
        var isLeading = true
        while offset < bytes.count {
            guard let length = Self.length(bytes, at: offset, lengthSize), length > 0,
                length <= bytes.count - offset - lengthSize
            else {
                isWellFormed = false
                return
            }
            let unit = Unit(bytes[offset + lengthSize], codec)
            if isLeading, !unit.isParameters {
                payloadOffset = offset
                isLeading = false
            }
            if unit.isSlice {
                (hasSlices, isSync, isDisposable) = (true, unit.isSync, unit.isDisposable)
                return
            }
            offset += lengthSize + length
        }
    }

    var flags: SampleFlags { isSync ? .sync : isDisposable ? .disposable : .predicted }

    private static func length(_ bytes: UnsafeRawBufferPointer, at offset: Int, _ size: Int) -> Int? {
        guard (1...4).contains(size), bytes.count - offset > size else { return nil }
        return bytes[offset..<offset + size].reduce(0) { $0 << 8 | Int($1) }
    }

    /// The first byte of a NAL unit.
    private struct Unit {
        var isSlice: Bool
        var isSync: Bool
        var isDisposable: Bool
        var isParameters: Bool

        init(_ header: UInt8, _ codec: Codec) {
            switch codec {
            case .avc:
                let type = header & 0x1f
                isSlice = (1...5).contains(type)
                isSync = type == 5
                isDisposable = header & 0x60 == 0
                isParameters = (7...9).contains(type)
            case .hevc:
                let type = header >> 1 & 0x3f
                isSlice = type < 32
                isSync = (16...21).contains(type)
                // Even types below 16 are sub-layer non-reference pictures.
                isDisposable = type < 16 && type % 2 == 0
                isParameters = (32...35).contains(type)
            }
        }
    }
}
