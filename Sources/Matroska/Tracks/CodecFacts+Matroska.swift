import Media

extension CodecFacts {
    /// The properties of the codec of a track; nil if it is unknown.
    init?(_ entry: TrackEntry) {
        let wrapped = entry.wrappedCodec.flatMap { code in Self.wrapped[code] ?? CodecFacts(code, objectType: nil) }
        guard let facts = wrapped ?? Self.codecs[entry.codec] ?? Self.family(of: entry.codec) else { return nil }
        self = facts
    }

    /// Older files have the profile or the version after the name.
    private static func family(of codec: String) -> CodecFacts? {
        families.first { codec.hasPrefix($0.prefix) }?.facts
    }

    private static func decoded(_ name: String) -> CodecFacts { CodecFacts(name, isDecoded: true) }

    private static let families: [(prefix: String, facts: CodecFacts)] = [
        ("A_AAC", decoded("AAC")), ("A_AC3", decoded("AC-3")), ("A_PCM", decoded("PCM")),
        ("A_DTS", decoded("DTS")), ("V_MPEG4/ISO", decoded("MPEG-4 Visual")), ("A_REAL", CodecFacts("RealAudio")),
        ("V_REAL", CodecFacts("RealVideo")),
    ]

    private static let codecs: [String: CodecFacts] = [
        "V_MPEG4/ISO/AVC": decoded("H.264"), "V_MPEGH/ISO/HEVC": decoded("HEVC"), "V_VP8": decoded("VP8"),
        "V_VP9": decoded("VP9"), "V_AV1": decoded("AV1"), "V_MJPEG": decoded("Motion JPEG"),
        "V_MPEG1": decoded("MPEG-1"), "V_MPEG2": decoded("MPEG-2"), "V_THEORA": decoded("Theora"),
        "V_PRORES": decoded("ProRes"), "V_FFV1": decoded("FFV1"), "V_UNCOMPRESSED": decoded("uncompressed"),
        "A_MPEG/L1": decoded("MPEG layer 1"), "A_MPEG/L2": decoded("MPEG layer 2"), "A_MPEG/L3": decoded("MP3"),
        "A_EAC3": decoded("E-AC-3"), "A_OPUS": decoded("Opus"), "A_FLAC": decoded("FLAC"),
        "A_ALAC": decoded("Apple Lossless"), "A_VORBIS": decoded("Vorbis"), "A_WAVPACK4": decoded("WavPack"),
        "A_TTA1": decoded("True Audio"), "A_TRUEHD": CodecFacts("TrueHD"), "A_MLP": CodecFacts("MLP"),
        "S_TEXT/UTF8": CodecFacts("SubRip"), "S_TEXT/WEBVTT": CodecFacts("WebVTT"),
        "D_WEBVTT/SUBTITLES": CodecFacts("WebVTT"), "D_WEBVTT/CAPTIONS": CodecFacts("WebVTT"),
        "S_TEXT/ASS": CodecFacts("Advanced SubStation Alpha"), "S_ASS": CodecFacts("Advanced SubStation Alpha"),
        "S_TEXT/SSA": CodecFacts("SubStation Alpha"), "S_SSA": CodecFacts("SubStation Alpha"),
        "S_TEXT/USF": CodecFacts("Universal Subtitle Format"), "S_VOBSUB": CodecFacts("VobSub"),
        "S_HDMV/PGS": CodecFacts("PGS"), "S_HDMV/TEXTST": CodecFacts("HDMV text"),
        "S_DVBSUB": CodecFacts("DVB subtitles"), "S_KATE": CodecFacts("Kate"), "S_ARIBSUB": CodecFacts("ARIB captions"),
    ]

    /// Codecs in structures of Windows that GStreamer decodes, or that have other names in QuickTime movies.
    private static let wrapped: [FourCC: CodecFacts] = [
        "XVID": decoded("MPEG-4 Visual"), "DIVX": decoded("MPEG-4 Visual"), "DX50": decoded("MPEG-4 Visual"),
        "FMP4": decoded("MPEG-4 Visual"), "DIV3": decoded("Microsoft MPEG-4"), "MP43": decoded("Microsoft MPEG-4"),
        "MP42": decoded("Microsoft MPEG-4"), "H264": decoded("H.264"), "X264": decoded("H.264"),
        "avc1": decoded("H.264"), "AVC1": decoded("H.264"), "HEVC": decoded("HEVC"), "MJPG": decoded("Motion JPEG"),
        "WMV1": decoded("Windows Media Video"), "WMV2": decoded("Windows Media Video"),
        "WMV3": decoded("Windows Media Video"), "WVC1": decoded("VC-1"), "MPG2": decoded("MPEG-2"),
        "MPG1": decoded("MPEG-1"), "FFV1": decoded("FFV1"), "ms\0\u{2}": decoded("Microsoft ADPCM"),
        "ms\0\u{6}": decoded("G.711 A-law"), "ms\0\u{7}": decoded("G.711 μ-law"), "ms\0\u{11}": decoded("IMA ADPCM"),
        "ms\0\u{50}": decoded("MPEG layer 2"), "ms\0\u{55}": decoded("MP3"),
    ]
}
