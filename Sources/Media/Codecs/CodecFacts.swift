/// Properties of a codec that its configuration does not contain.
package struct CodecFacts: Sendable, Hashable {
    /// The name, such as `AC-4`.
    package let name: String
    /// Whether it is in the list of formats of Apple's authoring specification (9.1), or supported by most browsers.
    package let isWidelyPlayed: Bool
    /// Whether Debian's GStreamer has a decoder, so that it can be transcoded.
    package let isDecoded: Bool
    /// A warning for users, as the end of a sentence; nil for none.
    package let caution: String?

    private init(_ name: String, isWidelyPlayed: Bool = false, isDecoded: Bool = true, caution: String? = nil) {
        self.name = name
        self.isWidelyPlayed = isWidelyPlayed
        self.isDecoded = isDecoded
        self.caution = caution
    }

    /// The properties of a configuration; nil for unknown codecs.
    package init?(_ configuration: CodecConfiguration) {
        let code = configuration.sampleEntryCode
        if code == "mp4a" || code == "mp4v", let type = configuration.objectType, let facts = Self.objectTypes[type] {
            self = facts
        } else if let facts = Self.entries[code] {
            self = facts
        } else {
            return nil
        }
    }

    /// The supported codecs by sample entry.
    private static let entries: [FourCC: CodecFacts] = [
        "avc1": CodecFacts("H.264", isWidelyPlayed: true), "avc3": CodecFacts("H.264", isWidelyPlayed: true),
        "hvc1": CodecFacts("HEVC", isWidelyPlayed: true), "hev1": CodecFacts("HEVC", isWidelyPlayed: true),
        "dvh1": CodecFacts("Dolby Vision", isWidelyPlayed: true),
        "dvhe": CodecFacts("Dolby Vision", isWidelyPlayed: true),
        "dva1": CodecFacts("Dolby Vision", isWidelyPlayed: true),
        "dvav": CodecFacts("Dolby Vision", isWidelyPlayed: true),
        "dav1": CodecFacts("Dolby Vision", isWidelyPlayed: true), "av01": CodecFacts("AV1", isWidelyPlayed: true),
        "mp4a": CodecFacts("AAC", isWidelyPlayed: true), "ac-3": CodecFacts("AC-3", isWidelyPlayed: true),
        "ec-3": CodecFacts("E-AC-3", isWidelyPlayed: true), "fLaC": CodecFacts("FLAC", isWidelyPlayed: true),
        "alac": CodecFacts("Apple Lossless", isWidelyPlayed: true),
        // Not in Apple's list, but supported by most browsers.
        "vp09": CodecFacts("VP9", isWidelyPlayed: true), "Opus": CodecFacts("Opus", isWidelyPlayed: true),
        "vp08": CodecFacts("VP8"), "vvc1": CodecFacts("VVC", isDecoded: false),
        "vvi1": CodecFacts("VVC", isDecoded: false),
        "lvc1": CodecFacts(
            "LCEVC", isDecoded: false,
            caution: "an enhancement that cannot be played without the track of its base layer"),
        "ac-4": CodecFacts("AC-4", isDecoded: false), "mha1": CodecFacts("MPEG-H", isDecoded: false),
        "mhm1": CodecFacts("MPEG-H", isDecoded: false), "iamf": CodecFacts("IAMF", isDecoded: false),
        "dtsc": CodecFacts("DTS"), "dtsh": CodecFacts("DTS-HD"), "dtsl": CodecFacts("DTS-HD Master Audio"),
        "dtse": CodecFacts("DTS Express", isDecoded: false), "dtsx": CodecFacts("DTS:X", isDecoded: false),
        "dtsy": CodecFacts("DTS:X", isDecoded: false), "mlpa": CodecFacts("TrueHD", isDecoded: false),
        "ipcm": CodecFacts("PCM"), "fpcm": CodecFacts("PCM"),
    ]

    /// Codings with an MPEG-4 sample entry that the descriptor identifies (mp4ra.org).
    private static let objectTypes: [UInt8: CodecFacts] = [
        0x69: CodecFacts("MP3", isWidelyPlayed: true), 0x6b: CodecFacts("MP3", isWidelyPlayed: true),
        0xa5: CodecFacts("AC-3"), 0xa6: CodecFacts("E-AC-3"), 0xa9: CodecFacts("DTS"),
        0xaa: CodecFacts("DTS-HD"), 0xab: CodecFacts("DTS-HD Master Audio"),
        0xac: CodecFacts("DTS Express", isDecoded: false), 0xad: CodecFacts("Opus"),
        0xae: CodecFacts("AC-4", isDecoded: false), 0xdd: CodecFacts("Vorbis"), 0xe1: CodecFacts("QCELP"),
        0x20: CodecFacts("MPEG-4 Visual"), 0x60: CodecFacts("MPEG-2 video"), 0x61: CodecFacts("MPEG-2 video"),
        0x62: CodecFacts("MPEG-2 video"), 0x63: CodecFacts("MPEG-2 video"), 0x64: CodecFacts("MPEG-2 video"),
        0x65: CodecFacts("MPEG-2 video"), 0x6a: CodecFacts("MPEG-1 video"), 0x6c: CodecFacts("JPEG"),
        0x6d: CodecFacts("PNG"),
    ]
}

extension CodecConfiguration {
    /// The objectTypeIndication of an elementary stream descriptor; nil without one and for MPEG-4 audio.
    package var objectType: UInt8? {
        box("esds").flatMap { ElementaryStreamDescriptor(esdsContent: $0)?.objectTypeIndication }
    }

    /// The codings of copied sample entries that Debian's GStreamer decodes.
    fileprivate static let decodedEntries: [FourCC: String] = [
        "mp4v": "MPEG-4 Visual", "s263": "H.263", "h263": "H.263", "jpeg": "Motion JPEG", "mjpg": "Motion JPEG",
        "mjpa": "Motion JPEG", "apch": "ProRes", "apcn": "ProRes", "apcs": "ProRes", "apco": "ProRes",
        "ap4h": "ProRes", "ap4x": "ProRes", "AVdn": "DNxHD", "AVdh": "DNxHR", "SVQ1": "Sorenson Video",
        "SVQ3": "Sorenson Video 3", "cvid": "Cinepak", "rle ": "QuickTime Animation", "rpza": "Apple Video",
        "png ": "PNG", "CFHD": "CineForm", "FFV1": "FFV1", "dvc ": "DV", "dvcp": "DV", "dv5n": "DV", "dv5p": "DV",
        "samr": "AMR", "sawb": "AMR-WB", "ulaw": "µ-law", "alaw": "A-law", "ima4": "IMA ADPCM", "QDM2": "QDesign 2",
        "MAC3": "MACE 3", "MAC6": "MACE 6", "m2v1": "MPEG-2 video", "mp2v": "MPEG-2 video",
    ]
}

extension MediaFormat {
    private var configuration: CodecConfiguration? {
        switch self {
        case .codedVideo(let format): format.configuration
        case .codedAudio(let format): format.configuration
        case .rawVideo, .rawAudio, .timedText, .codedData: nil
        }
    }

    /// The name of the coding and the media type, such as `AC-4 audio`; the sample entry's code if the coding is
    /// unknown.
    package var codecName: String? {
        guard let configuration else { return nil }
        let code = configuration.sampleEntryCode
        let name = CodecFacts(configuration)?.name ?? CodecConfiguration.decodedEntries[code]
        return "\(name ?? "'\(code)'") \(mediaType.rawValue)"
    }

    /// Whether `--encode` has a decoder for it in Debian's packages.
    package var isDecodable: Bool {
        guard let configuration else { return true }
        if case .aac(let config) = configuration { return (try? config.parse())?.objectType != 42 }
        let code = configuration.sampleEntryCode
        return CodecFacts(configuration)?.isDecoded ?? (CodecConfiguration.decodedEntries[code] != nil)
    }

    /// The advice for media that cannot be carried, as an appended clause; empty if there is no remedy.
    package var encodingAdvice: String {
        isDecodable ? "; encode it (sluice segment --encode)" : ""
    }
}
