extension CodecFacts {
    private static func played(_ name: String) -> CodecFacts {
        CodecFacts(name, isWidelyPlayed: true, isDecoded: true)
    }
    private static func decoded(_ name: String) -> CodecFacts { CodecFacts(name, isDecoded: true) }
    private static func edited(_ name: String) -> CodecFacts {
        CodecFacts(name, isDecoded: true, isForMovies: true)
    }
    private static func named(_ name: String) -> CodecFacts { CodecFacts(name) }

    /// The codecs by sample entry.
    static let entries = index(video + audio + text)
    /// The codecs of MPEG-4 sample entries by object type (mp4ra.org), with those written by FFmpeg.
    static let objectTypes = index(objects)

    private static func index<Code: Hashable>(_ rows: [(CodecFacts, [Code])]) -> [Code: CodecFacts] {
        // Uncompressed video and audio share a code, so the first row applies.
        Dictionary(rows.flatMap { facts, codes in codes.map { ($0, facts) } }, uniquingKeysWith: { first, _ in first })
    }

    private static let video: [(CodecFacts, [FourCC])] = [
        (played("H.264"), ["avc1", "avc3"]), (named("H.264"), ["avc2", "avc4"]), (played("HEVC"), ["hvc1", "hev1"]),
        (named("HEVC"), ["hvc2", "hev2"]), (played("Dolby Vision"), ["dvh1", "dvhe", "dva1", "dvav", "dav1"]),
        (played("AV1"), ["av01"]),
        // Not in Apple's list, but supported by most browsers.
        (played("VP9"), ["vp09"]), (decoded("VP8"), ["vp08"]), (named("VVC"), ["vvc1", "vvi1"]),
        (
            CodecFacts(
                "LCEVC", caution: "an enhancement that cannot be played without the track of its base layer"), ["lvc1"]
        ),
        (decoded("MPEG-4 Visual"), ["mp4v"]), (named("MPEG-4 Visual"), ["XVID", "DIVX", "DX50", "FMP4"]),
        (decoded("MPEG-2"), ["m2v1", "mp2v"]),
        (named("MPEG-2"), ["xdvb", "xdv1", "xdv2", "xdv3", "xd5b", "hdv1", "hdv2", "hdv3", "mx5n", "mx5p"]),
        (decoded("H.263"), ["s263", "h263"]), (named("VC-1"), ["vc-1"]), (edited("JPEG"), ["jpeg"]),
        (edited("Motion JPEG"), ["mjpg", "mjpa"]), (named("Motion JPEG"), ["mjpb"]),
        (named("Motion JPEG 2000"), ["mjp2"]), (decoded("PNG"), ["png "]), (named("TIFF"), ["tiff"]),
        (named("GIF"), ["gif "]), (edited("ProRes"), ["apco", "apcs", "apcn", "apch", "ap4h", "ap4x"]),
        (decoded("DNxHD"), ["AVdn"]), (decoded("DNxHR"), ["AVdh"]), (decoded("CineForm"), ["CFHD"]),
        (decoded("FFV1"), ["FFV1"]), (decoded("DV"), ["dvc ", "dvcp", "dv5n", "dv5p"]),
        (named("DV"), ["dvpp", "dvh5", "dvh6"]), (decoded("Sorenson"), ["SVQ1"]), (decoded("Sorenson 3"), ["SVQ3"]),
        (decoded("Cinepak"), ["cvid"]), (decoded("QuickTime Animation"), ["rle "]), (decoded("Apple Video"), ["rpza"]),
        (named("uncompressed"), ["raw ", "2vuy", "v210", "yuv2"]),
    ]

    private static let audio: [(CodecFacts, [FourCC])] = [
        (played("AAC"), ["mp4a"]), (played("AC-3"), ["ac-3"]), (played("E-AC-3"), ["ec-3"]),
        (played("FLAC"), ["fLaC"]), (played("Apple Lossless"), ["alac"]), (played("Opus"), ["Opus"]),
        (named("AC-4"), ["ac-4"]), (named("MPEG-H 3D"), ["mha1", "mhm1", "mha2", "mhm2"]), (named("IAMF"), ["iamf"]),
        (decoded("DTS"), ["dtsc"]), (decoded("DTS-HD"), ["dtsh"]), (decoded("DTS-HD Master Audio"), ["dtsl"]),
        (named("DTS Express"), ["dtse"]), (named("DTS:X"), ["dtsx", "dtsy"]), (named("TrueHD"), ["mlpa"]),
        (named("MP3"), [".mp3", "ms\0U"]),
        (
            decoded("PCM"),
            ["ipcm", "fpcm", "twos", "sowt", "lpcm", "raw ", "in24", "in32", "fl32", "fl64", "NONE"]
        ),
        (decoded("AMR"), ["samr"]), (decoded("AMR-WB"), ["sawb"]), (named("QCELP"), ["sqcp", "Qclp"]),
        (decoded("G.711 μ-law"), ["ulaw"]), (decoded("G.711 A-law"), ["alaw"]), (named("GSM"), ["agsm"]),
        (decoded("IMA ADPCM"), ["ima4"]), (named("IMA ADPCM"), ["ms\0\u{11}"]),
        (named("Microsoft ADPCM"), ["ms\0\u{2}"]), (decoded("QDesign Music"), ["QDM2"]),
        (named("QDesign Music"), ["QDMC"]), (decoded("MACE 3"), ["MAC3"]), (decoded("MACE 6"), ["MAC6"]),
    ]

    private static let text: [(CodecFacts, [FourCC])] = [
        (named("3GPP timed"), ["tx3g"]), (named("WebVTT"), ["wvtt"]), (named("TTML"), ["stpp"]),
        (named("QuickTime"), ["text"]), (named("CEA-608"), ["c608"]), (named("CEA-708"), ["c708"]),
    ]

    private static let objects: [(CodecFacts, [UInt8])] = [
        (decoded("MPEG-4 Visual"), [0x20]), (decoded("H.264"), [0x21]), (decoded("HEVC"), [0x23]),
        (played("AAC"), [0x40, 0x66, 0x67, 0x68]), (decoded("MPEG-2"), Array(0x60...0x65)),
        (played("MP3"), [0x69, 0x6b]), (decoded("MPEG-1"), [0x6a]), (edited("JPEG"), [0x6c]), (decoded("PNG"), [0x6d]),
        (named("JPEG 2000"), [0x6e]), (named("EVRC"), [0xa0]), (named("SMV"), [0xa1]), (named("VC-1"), [0xa3]),
        (named("Dirac"), [0xa4]), (decoded("AC-3"), [0xa5]), (decoded("E-AC-3"), [0xa6]), (decoded("DTS"), [0xa9]),
        (decoded("DTS-HD"), [0xaa]), (decoded("DTS-HD Master Audio"), [0xab]), (named("DTS Express"), [0xac]),
        (decoded("Opus"), [0xad]), (named("AC-4"), [0xae]), (named("VP9"), [0xb1]), (decoded("Vorbis"), [0xdd]),
        (named("VobSub"), [0xe0]), (decoded("QCELP"), [0xe1]),
    ]
}
