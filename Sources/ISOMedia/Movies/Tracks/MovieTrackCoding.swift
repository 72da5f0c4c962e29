import Media

/// The name of a movie track's coding, from its sample entry and the object type of its descriptor.
package struct MovieTrackCoding: Sendable, Hashable {
    /// The name of the coding and the media type, such as `MPEG-4 Visual video`; the quoted code for unknown codings.
    package let name: String
    /// Whether common decoders support it, such as FFmpeg in Debian.
    package let isDecodable: Bool
    /// Whether each sample is a still image; several of them form a video.
    package let isImage: Bool

    init(_ code: FourCC, objectType: UInt8?, handler: FourCC) {
        let kind = Self.kinds[handler] ?? "data"
        isImage = handler == "vide" && Self.isImage(code, objectType)
        guard let name = Self.name(code, objectType, handler) else {
            self.name = Self.dataNames[handler].map { "\($0) ('\(code)')" } ?? "\(kind) coded as '\(code)'"
            isDecodable = false
            return
        }
        self.name = "\(name) \(kind)"
        isDecodable = (handler == "vide" || handler == "soun") && !Self.withoutDecoder.contains(name)
    }

    private static let kinds: [FourCC: String] = [
        "vide": "video", "soun": "audio", "text": "text", "sbtl": "text", "subt": "text", "clcp": "captions",
        "subp": "subtitles",
    ]
    private static let dataNames: [FourCC: String] = [
        "tmcd": "timecode", "meta": "timed metadata", "hint": "packet hints", "sdsm": "scene description",
        "odsm": "object descriptors",
    ]
    private static let withoutDecoder: Set<String> = ["AC-4", "MPEG-H 3D", "IAMF", "DTS:X", "LCEVC"]

    private static func name(_ code: FourCC, _ objectType: UInt8?, _ handler: FourCC) -> String? {
        switch code {
        case "mp4v", "mp4a", "mp4s": objectType.flatMap { objectNames[$0] }
        default: codeNames[code]
        }
    }

    private static func isImage(_ code: FourCC, _ objectType: UInt8?) -> Bool {
        ["jpeg", "png ", "tiff", "gif ", "WRLE"].contains(code) || code == "mp4v" && [0x6c, 0x6d].contains(objectType)
    }

    /// Object types of the MP4 Registration Authority, and those written by FFmpeg.
    private static let objectNames: [UInt8: String] = {
        var names: [UInt8: String] = [
            0x20: "MPEG-4 Visual", 0x21: "H.264", 0x23: "HEVC", 0x40: "AAC", 0x66: "AAC", 0x67: "AAC", 0x68: "AAC",
            0x69: "MP3", 0x6a: "MPEG-1", 0x6b: "MP3", 0x6c: "JPEG", 0x6d: "PNG", 0x6e: "JPEG 2000", 0xa0: "EVRC",
            0xa1: "SMV", 0xa3: "VC-1", 0xa4: "Dirac", 0xa5: "AC-3", 0xa6: "E-AC-3", 0xa9: "DTS", 0xaa: "DTS-HD",
            0xab: "DTS-HD", 0xac: "DTS Express", 0xad: "Opus", 0xb1: "VP9", 0xdd: "Vorbis", 0xe0: "VobSub",
            0xe1: "QCELP",
        ]
        for type in UInt8(0x60)...0x65 { names[type] = "MPEG-2" }
        return names
    }()

    private static let codeNames: [FourCC: String] = {
        let table: [(String, [FourCC])] = [
            ("H.264", ["avc1", "avc2", "avc3", "avc4"]), ("HEVC", ["hvc1", "hev1", "hvc2", "hev2"]),
            ("Dolby Vision", ["dvh1", "dvhe", "dva1", "dvav", "dav1"]), ("AV1", ["av01"]), ("VP8", ["vp08"]),
            ("VP9", ["vp09"]), ("VVC", ["vvc1", "vvi1"]), ("LCEVC", ["lvc1"]), ("JPEG", ["jpeg"]),
            ("Motion JPEG", ["mjpa", "mjpb"]), ("PNG", ["png "]), ("TIFF", ["tiff"]), ("GIF", ["gif "]),
            ("Motion JPEG 2000", ["mjp2"]), ("H.263", ["s263", "h263"]), ("Sorenson", ["SVQ1", "SVQ3"]),
            ("ProRes", ["apco", "apcs", "apcn", "apch", "ap4h", "ap4x"]), ("DNxHD", ["AVdn", "AVdh"]),
            ("CineForm", ["CFHD"]), ("Cinepak", ["cvid"]), ("QuickTime Animation", ["rle "]),
            ("uncompressed", ["raw ", "2vuy", "v210", "yuv2"]), ("MPEG-4 Visual", ["XVID", "DIVX", "DX50", "FMP4"]),
            ("MPEG-2", ["m2v1", "xdvb", "xdv1", "xdv2", "xdv3", "xd5b", "hdv1", "hdv2", "hdv3", "mx5n", "mx5p"]),
            ("DV", ["dvc ", "dvcp", "dvpp", "dv5n", "dv5p", "dvh5", "dvh6"]), ("VC-1", ["vc-1"]),
            ("AAC", ["mp4a"]), ("MP3", [".mp3", "ms\0U"]), ("AC-3", ["ac-3"]), ("E-AC-3", ["ec-3"]), ("AC-4", ["ac-4"]),
            ("DTS", ["dtsc"]), ("DTS-HD", ["dtsh", "dtsl"]), ("DTS Express", ["dtse"]), ("DTS:X", ["dtsx", "dtsy"]),
            ("TrueHD", ["mlpa"]), ("Opus", ["Opus"]), ("FLAC", ["fLaC"]), ("ALAC", ["alac"]), ("AMR", ["samr"]),
            ("AMR-WB", ["sawb"]), ("QCELP", ["sqcp", "Qclp"]), ("G.711 μ-law", ["ulaw"]), ("G.711 A-law", ["alaw"]),
            ("GSM", ["agsm"]), ("IMA ADPCM", ["ima4", "ms\0\u{11}"]), ("Microsoft ADPCM", ["ms\0\u{2}"]),
            ("PCM", ["twos", "sowt", "lpcm", "raw ", "in24", "in32", "fl32", "fl64", "ipcm", "fpcm", "NONE"]),
            ("MPEG-H 3D", ["mha1", "mha2", "mhm1", "mhm2"]), ("IAMF", ["iamf"]), ("QDesign Music", ["QDM2", "QDMC"]),
            ("3GPP timed", ["tx3g"]), ("WebVTT", ["wvtt"]), ("TTML", ["stpp"]), ("QuickTime", ["text"]),
            ("CEA-608", ["c608"]), ("CEA-708", ["c708"]),
        ]
        return Dictionary(
            table.flatMap { name, codes in codes.map { ($0, name) } }, uniquingKeysWith: { first, _ in first })
    }()
}

extension MovieTrack {
    /// The name of the track's coding.
    package var coding: MovieTrackCoding {
        MovieTrackCoding(sampleEntryCode, objectType: objectTypeIndication, handler: handler)
    }
}

extension MovieFile {
    /// Returns the number of samples of a track, which may be an unsupported one.
    package func sampleCount(of track: MovieTrack) -> Int {
        guard isFragmented else { return track.declaredSampleCount }
        var cursor = SampleCursor(file: file, tables: SampleTables(file), trackID: track.id, fragments: fragments)
        var count = track.declaredSampleCount
        while cursor.next() != nil { count += 1 }
        return count
    }
}
