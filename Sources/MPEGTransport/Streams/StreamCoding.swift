package import Media

/// The coding of an elementary stream according to its program map.
package enum StreamCoding: Sendable, Hashable {
    case avc
    case hevc
    /// AV1 without a container.
    case av1
    /// AAC in ADTS frames.
    case adts
    /// AAC in LOAS frames with LATM multiplexing.
    case latm
    case ac3
    case ec3
    /// MPEG-1 and MPEG-2 audio, including MP3.
    case mpegAudio
    case opus
    /// Video or audio of a coding that is not parsed.
    case otherVideo
    case otherAudio
    /// Timed metadata, splice information, captions and all other streams.
    case data

    /// Creates the coding for a stream_type (ISO/IEC 13818-1 table 2-34) with the values of ATSC, DVB and Apple's
    /// sample encryption.
    ///
    /// With `isBluRay` the program is registered as `HDMV`, which gives private types other meanings.
    init(type: UInt8, descriptors: ArraySlice<UInt8>, isBluRay: Bool = false) {
        switch type {
        case 0x84 where isBluRay, 0xa1 where isBluRay: self = .ec3
        case 0x80 where isBluRay, 0x86 where isBluRay, 0xa2 where isBluRay: self = .otherAudio
        case 0x1b, 0xdb: self = .avc
        case 0x24, 0x25: self = .hevc
        case 0x0f, 0xcf: self = .adts
        case 0x11: self = .latm
        case 0x81, 0xc1: self = .ac3
        case 0x87, 0xc2: self = .ec3
        case 0x03, 0x04: self = .mpegAudio
        case 0x01, 0x02, 0x10, 0x1f, 0x20, 0x33, 0x42, 0xd1, 0xea: self = .otherVideo
        case 0x1c, 0x2d, 0x2e, 0x82...0x85, 0x8a: self = .otherAudio
        case 0x06: self = Self.privateStream(descriptors)
        default: self = .data
        }
    }

    /// Returns the coding of private data by its descriptors: AC-3 and E-AC-3 of DVB, and registered formats.
    private static func privateStream(_ descriptors: ArraySlice<UInt8>) -> StreamCoding {
        var rest = descriptors
        while rest.count >= 2 {
            let (tag, length) = (rest[rest.startIndex], Int(rest[rest.startIndex + 1]))
            let content = rest.dropFirst(2).prefix(length)
            switch tag {
            case 0x6a: return .ac3
            case 0x7a: return .ec3
            case 0x05 where content.starts(with: Array("AC-3".utf8)): return .ac3
            case 0x05 where content.starts(with: Array("EAC3".utf8)): return .ec3
            case 0x05 where content.starts(with: Array("HEVC".utf8)): return .hevc
            case 0x05 where audioRegistrations.contains { content.starts(with: Array($0.utf8)) }: return .otherAudio
            case 0x05 where videoRegistrations.contains { content.starts(with: Array($0.utf8)) }: return .otherVideo
            case 0x05 where content.starts(with: Array("Opus".utf8)): return .opus
            // The descriptors of DVB for DTS and AAC.
            case 0x7b: return .otherAudio
            // The descriptors of DTS-HD, DTS Neural, AC-4 and DTS-UHD, by descriptor_tag_extension.
            case 0x7f where content.first.map { [0x0e, 0x0f, 0x15, 0x21].contains($0) } ?? false: return .otherAudio
            case 0x7c: return .adts
            default: rest = rest.dropFirst(2 + length)
            }
        }
        return .data
    }

    /// The registered formats of private data that is not parsed.
    private static let audioRegistrations = ["DTS1", "DTS2", "DTS3", "AC-4", "BSSD"]
    private static let videoRegistrations = ["AV01", "VP09", "VC-1", "drac"]

    package var mediaType: MediaType? {
        switch self {
        case .avc, .hevc, .av1, .otherVideo: .video
        case .adts, .latm, .ac3, .ec3, .mpegAudio, .opus, .otherAudio: .audio
        case .data: nil
        }
    }
}
