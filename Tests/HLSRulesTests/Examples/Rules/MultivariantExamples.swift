import HLSRules

extension RuleExamples {
    static let presentation = ValidPresentations.movie
    static let encryptedPresentation: TextPresentation = {
        let key = "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"skd://key\",KEYFORMAT=\"com.apple.streamingkeydelivery\"\n"
        var encrypted = ValidPresentations.movie
        encrypted.files = encrypted.files.mapValues { $0.replacing("#EXT-X-MAP", with: key + "#EXT-X-MAP") }
        return encrypted
    }()

    static let multivariant: [RuleExample] = [
        .text("R50h", "E-AC-3 has no AC-3 alternative", presentation, .remove("ac-3,")),
        .text("R50h", "all audio is surround", presentation, .replaceAll("CHANNELS=\"2\"", "CHANNELS=\"6\"")),
        .text("R79", "a variant has no AVERAGE-BANDWIDTH", presentation, .remove(",AVERAGE-BANDWIDTH=2000000")),
        .text("R82", "a variant has no CODECS", presentation, .remove(",CODECS=\"avc1.64001f,mp4a.40.2\"")),
        .text(
            "R82", "a variant does not list its audio codec", presentation,
            .replace("avc1.64001f,mp4a.40.2", "avc1.64001f")),
        .text(
            "R82", "a variant has a format that Apple does not support", presentation,
            .replace("avc1.64001f,", "vp09.00.10.08,")),
        .text("R82", "the sample entry is avc3", presentation, .replace("avc1.64001f,", "avc3.64001f,")),
        .text(
            "R86", "the brand of an enhancement does not match VIDEO-RANGE", presentation,
            .replace("VIDEO-RANGE=HLG", "VIDEO-RANGE=PQ")),
        .text("R86", "an enhancement has no base layer", presentation, .replace("hvc1.2.4.L123.B0", "avc1.640028")),
        .text("R87", "a variant has no SCORE", presentation, .remove(",SCORE=2.0")),
        .text("R88", "a group does not exist", presentation, .replace("AUDIO=\"aac\"", "AUDIO=\"opus\"")),
        .text(
            "R88", "a group lacks a member", presentation,
            .replace("GROUP-ID=\"surround\",NAME=\"English\"", "GROUP-ID=\"surround\",NAME=\"British\"")),
        .text(
            "R88", "members differ in language", presentation,
            .replace(
                "GROUP-ID=\"surround\",NAME=\"English\",LANGUAGE=\"en\"",
                "GROUP-ID=\"surround\",NAME=\"English\",LANGUAGE=\"fr\"")),
        .text(
            "R89", "a group has two defaults", presentation,
            .all(
                .replace("described\",LANGUAGE=\"en\",AUTO", "described\",LANGUAGE=\"en\",DEFAULT=YES,AUTO"),
                .replace("described\",LANGUAGE=\"en\",AUTO", "described\",LANGUAGE=\"en\",DEFAULT=YES,AUTO"))),
        .text(
            "R89", "audio has FORCED", presentation,
            .replaceAll(
                "NAME=\"English\",LANGUAGE=\"en\",DEFAULT", "NAME=\"English\",LANGUAGE=\"en\",FORCED=NO,DEFAULT")),
        .text(
            "R89", "a default has AUTOSELECT=NO", presentation,
            .replaceAll("DEFAULT=YES,AUTOSELECT=YES", "DEFAULT=YES,AUTOSELECT=NO")),
        .text(
            "R89", "captions have no INSTREAM-ID", presentation,
            .replace(
                "#EXT-X-STREAM-INF",
                "#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID=\"cc\",NAME=\"English\",LANGUAGE=\"en\",INSTREAM-ID=\"CC5\"\n#EXT-X-STREAM-INF"
            )),
        .text("R89", "subtitles have no URI", presentation, .remove(",URI=\"text.m3u8\"")),
        .text(
            "R90", "subtitles have no language", presentation,
            .replace("GROUP-ID=\"text\",NAME=\"English\",LANGUAGE=\"en\"", "GROUP-ID=\"text\",NAME=\"English\"")),
        .text(
            "R91", "audio description has AUTOSELECT=NO", presentation,
            .replaceAll("described\",LANGUAGE=\"en\",AUTOSELECT=YES", "described\",LANGUAGE=\"en\",AUTOSELECT=NO")),
        .text(
            "R92", "SDH subtitles have one characteristic", presentation,
            .remove(",public.accessibility.describes-music-and-sound")),
        .text(
            "R92", "SDH subtitles have AUTOSELECT=NO", presentation,
            .replace(
                "GROUP-ID=\"text\",NAME=\"English\",LANGUAGE=\"en\",AUTOSELECT=YES",
                "GROUP-ID=\"text\",NAME=\"English\",LANGUAGE=\"en\"")),
        .text("R93", "one variant does not exclude captions", presentation, .remove(",CLOSED-CAPTIONS=NONE")),
        .text(
            "R94", "subtitles end early", presentation, in: "text.m3u8",
            .all(
                .remove("#EXTINF:4.500000,\nsegment3.vtt\n"), .replace("6.000000,\nsegment2", "3.000000,\nsegment2")),
            scope: .presentation),
        .text(
            "R94", "subtitles are in another format", presentation, in: "text.m3u8", .replaceAll(".vtt", ".srt"),
            scope: .presentation),
        .text(
            "R95", "audio is muxed into the variants", presentation,
            .all(
                .remove(",AUDIO=\"aac\""), .remove(",AUDIO=\"aac\""), .remove(",AUDIO=\"surround\"")),
            scope: .presentation),
        .text(
            "R96", "all variants have one bit rate", presentation,
            .all(
                .replace("BANDWIDTH=2200000", "BANDWIDTH=190000"), .replace("BANDWIDTH=9200000", "BANDWIDTH=190000"))),
        .text("R96", "no variant suits slow networks", presentation, .replace("BANDWIDTH=190000", "BANDWIDTH=400000")),
        .text(
            "R96", "the first variant has the highest bit rate", presentation,
            .replace(",AVERAGE-BANDWIDTH=2000000", ",AVERAGE-BANDWIDTH=8000000")),
        .text(
            "R4a", "an audio rendition is a multivariant playlist", presentation, in: "audio.m3u8",
            Mutation { _ in ValidPresentations.movie.files["index.m3u8"] ?? "" }, scope: .presentation),
        .text(
            "R97", "audio has another target duration", presentation, in: "audio.m3u8",
            .replace("TARGETDURATION:6", "TARGETDURATION:7"), scope: .presentation, profile: .rfc),
        .text(
            "R97", "audio has no playlist type", presentation, in: "audio.m3u8", .remove("#EXT-X-PLAYLIST-TYPE:VOD\n"),
            scope: .presentation),
        .text(
            "R97", "audio is longer", presentation, in: "audio.m3u8",
            .replace("#EXT-X-ENDLIST", "#EXTINF:6.0,\nsegment4.m4s\n#EXTINF:6.0,\nsegment5.m4s\n#EXT-X-ENDLIST"),
            scope: .presentation),
        .text(
            "R97", "a variant has other segment boundaries", presentation, in: "wide.m3u8",
            .all(
                .replace("#EXTINF:6.000000,\nsegment0", "#EXTINF:5.000000,\nsegment0"),
                .replace("#EXTINF:6.000000,\nsegment1", "#EXTINF:5.000000,\nsegmentA.m4s\n#EXTINF:2.000000,\nsegment1")),
            scope: .presentation),
        .text(
            "R98", "session data has VALUE and URI", presentation,
            .replace("VALUE=\"A movie\"", "VALUE=\"A movie\",URI=\"movie.json\"")),
        .text(
            "R98", "session data occurs twice", presentation,
            .append("#EXT-X-SESSION-DATA:DATA-ID=\"com.example.title\",VALUE=\"Another\"\n")),
        .text(
            "R98", "a session key has METHOD=NONE", presentation,
            .replace("METHOD=SAMPLE-AES,URI=\"skd://key\",KEYFORMAT=\"com.apple.streamingkeydelivery\"", "METHOD=NONE")),
        .text("R98", "a pathway does not exist", presentation, .replace("PATHWAY-ID=\".\"", "PATHWAY-ID=\"cdn\"")),
        .text(
            "S31", "a session key has other versions than the key", encryptedPresentation,
            .replace(
                "KEYFORMAT=\"com.apple.streamingkeydelivery\"",
                "KEYFORMATVERSIONS=\"2\",KEYFORMAT=\"com.apple.streamingkeydelivery\""), scope: .presentation),
        .text(
            "S31", "no playlist uses a session key", encryptedPresentation, .replace("skd://key", "skd://other"),
            scope: .presentation),
        .text(
            "S32", "the level of HDCP is unknown", presentation, .replace("SCORE=2.0", "SCORE=2.0,HDCP-LEVEL=TYPE-2")),
        .text(
            "S32", "a label of content protection has small letters", presentation,
            .replace("SCORE=2.0", "SCORE=2.0,HDCP-LEVEL=NONE,ALLOWED-CPC=\"com.example.drm:TV/tv\"")),
    ]

    static let iFrames: [RuleExample] = [
        .text(
            "R99", "I-frame playlists are missing", presentation,
            Mutation { text in
                String(text.prefix(upTo: text.firstRange(of: "#EXT-X-I-FRAME")?.lowerBound ?? text.endIndex))
            }),
        .text(
            "R99", "an I-frame playlist has no EXT-X-I-FRAMES-ONLY", presentation, in: "iframes.m3u8",
            .all(.remove("#EXT-X-I-FRAMES-ONLY\n"), .replace("VERSION:5", "VERSION:6")), scope: .presentation),
        .text(
            "R99", "an ordinary playlist has EXT-X-I-FRAMES-ONLY", presentation, in: "high.m3u8",
            .replace("VERSION:6", "VERSION:5\n#EXT-X-I-FRAMES-ONLY"), scope: .presentation),
        .text("R103", "an I-frame variant has no RESOLUTION", presentation, .replace("RESOLUTION=1280x720,URI", "URI")),
        .text(
            "R103", "all I-frame variants are HDR", presentation,
            .replace(",URI=\"iframes", ",VIDEO-RANGE=PQ,URI=\"iframes")),
        .text(
            "R103", "a live I-frame playlist has another target duration", ValidPresentations.lowLatency,
            in: "iframes/live.m3u8",
            .replace("TARGETDURATION:4", "TARGETDURATION:5"), scope: .presentation),
    ]
}
