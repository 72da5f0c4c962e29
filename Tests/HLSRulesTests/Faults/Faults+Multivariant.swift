import ISOMedia
import Media

extension Faults {
    /// Faults in the multivariant playlist, in I-frame playlists and in subtitles.
    static let multivariant: [Fault] = variants + renditions + session + iFrames + subtitles

    private static let index = "index.m3u8"
    private static func fault(_ rule: String, _ name: String, _ mutation: Mutation) -> Fault {
        Fault(rule, name, in: .movie, index, mutation)
    }

    private static let variants: [Fault] = [
        fault("R78", "half of the bandwidth", .number("STREAM-INF:BANDWIDTH=") { $0 / 2 }),
        fault("R79", "no AVERAGE-BANDWIDTH", .replace("AVERAGE-BANDWIDTH", "X-AVERAGE")),
        fault("R82", "no CODECS", .replace("CODECS=\"avc1.64001e,mp4a.40.2\",", "")),
        fault("R82M", "CODECS without audio", .replace(",mp4a.40.2", "")),
        fault("R83", "CODECS with another level", .replace("avc1.64001e", "avc1.64001f")),
        fault("R84", "another height", .replace("640x360", "640x480")),
        fault("R84", "another frame rate", .replace("FRAME-RATE=30.000", "FRAME-RATE=25.000")),
        fault("R85", "PQ for SDR video", .replace("FRAME-RATE=30.000", "FRAME-RATE=30.000,VIDEO-RANGE=PQ")),
        fault(
            "R86", "SUPPLEMENTAL-CODECS without a base layer",
            .replace("FRAME-RATE=30.000", "FRAME-RATE=30.000,SUPPLEMENTAL-CODECS=\"dvh1.08.07/db4h\"")),
        fault("R87", "SCORE of one variant", .replace("FRAME-RATE=30.000", "FRAME-RATE=30.000,SCORE=1.0")),
        fault("S32", "an unknown HDCP level", .replace("FRAME-RATE=30.000", "FRAME-RATE=30.000,HDCP-LEVEL=TYPE-9")),
        fault("R88", "a group that does not exist", .replace("AUDIO=\"audio\",SUB", "AUDIO=\"none\",SUB")),
        fault("R93", "CLOSED-CAPTIONS=NONE of one variant", .replace(",CLOSED-CAPTIONS=NONE", "")),
        fault(
            "R120", "captions that the video does not contain",
            .all(
                .replaceAll("CLOSED-CAPTIONS=NONE", "CLOSED-CAPTIONS=\"cc\""),
                .replace(
                    "#EXT-X-MEDIA:",
                    "#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID=\"cc\",NAME=\"CC\",LANGUAGE=\"en\","
                        + "INSTREAM-ID=\"CC1\"\n#EXT-X-MEDIA:"))),
        Fault("R82", "audio only without CODECS", in: .movie) { presentation in
            presentation[text: index] =
                "#EXTM3U\n#EXT-X-VERSION:4\n#EXT-X-STREAM-INF:BANDWIDTH=100000,AVERAGE-BANDWIDTH=90000\n"
                + "audio/playlist.m3u8\n"
        },
        Fault("R85", "PQ for video without transfer characteristics", in: .transport) { presentation in
            var model = ValidMedia.presentation
            for number in 0..<2 { model.renditions[number].tracks[0].removeColour() }
            presentation = try PackagedPresentation(model)
            try presentation.changeText(index, .replaceAll("VIDEO-RANGE=SDR", "VIDEO-RANGE=PQ"))
        },
        Fault("R4a", "a variant that is a multivariant playlist", in: .movie) {
            $0[text: "video-2/playlist.m3u8"] = $0[text: index]
        },
    ]

    private static let renditions: [Fault] = [
        fault("R89", "two renditions of one name", .lines { $0.contains("TYPE=AUDIO") ? $0 + "\n" + $0 : $0 }),
        fault("R89", "subtitles without a URI", .replace(",URI=\"text/playlist.m3u8\"", "")),
        fault("R89", "FORCED audio", .replace("DEFAULT=YES", "DEFAULT=YES,FORCED=YES")),
        fault(
            "R89", "a default that is not selected", .replace("DEFAULT=YES,AUTOSELECT=YES", "DEFAULT=YES,AUTOSELECT=NO")
        ),
        fault(
            "R89", "captions without INSTREAM-ID",
            .replace(
                "#EXT-X-MEDIA:",
                "#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID=\"cc\",NAME=\"CC\",LANGUAGE=\"en\"\n#EXT-X-MEDIA:")),
        fault("R89", "CHANNELS that are no number", .replace("CHANNELS=\"2\"", "CHANNELS=\"stereo\"")),
        fault("R90", "audio without a language", .replace("LANGUAGE=\"en\",", "")),
        fault("R90", "audio with the name of a language", .replace("LANGUAGE=\"en\"", "LANGUAGE=\"english\"")),
        fault(
            "R91", "audio description that is not selected",
            .replace(
                "AUTOSELECT=YES,CHANNELS", "CHARACTERISTICS=\"public.accessibility.describes-video\",CHANNELS")),
        fault(
            "R92", "SDH subtitles with one characteristic",
            .replace(
                "AUTOSELECT=YES,URI=\"text",
                "CHARACTERISTICS=\"public.accessibility.transcribes-spoken-dialog\",URI=\"text")),
        fault("R50h", "no stereo audio", .replace("CHANNELS=\"2\"", "CHANNELS=\"6\"")),
        Fault(
            "R97", "audio with another target duration", in: .movie, "audio/playlist.m3u8",
            .replace("TARGETDURATION:6", "TARGETDURATION:7")),
        Fault(
            "R97", "a variant of another type", in: .movie, "video-2/playlist.m3u8", .replace("TYPE:VOD", "TYPE:EVENT")),
        Fault(
            "R97", "a variant with other segments", in: .movie, "video-2/playlist.m3u8",
            .replace("EXTINF:6.000000", "EXTINF:5.000000")),
    ]

    private static let chapters = "#EXT-X-SESSION-DATA:DATA-ID=\"com.apple.hls.chapters\",URI=\"chapters.json\"\n"

    private static let session: [Fault] = [
        fault("R98", "session data without a value", .append("#EXT-X-SESSION-DATA:DATA-ID=\"a\"\n")),
        fault(
            "R98", "a steering pathway without variants",
            .append("#EXT-X-CONTENT-STEERING:SERVER-URI=\"steering.json\",PATHWAY-ID=\"b\"\n")),
        Fault("R111", "session data that is missing", in: .movie, index, .append(chapters)),
        Fault("R111", "session data that is no JSON", in: .movie) { presentation in
            presentation.files["chapters.json"] = Array("<html></html>".utf8)
            try presentation.changeText(index, .append(chapters))
        },
        Fault(
            "R98", "a session key without a method", in: .cbcs, index,
            .replace("SESSION-KEY:METHOD=SAMPLE-AES", "SESSION-KEY:METHOD=NONE")),
        Fault(
            "S31", "a session key that no playlist uses", in: .cbcs, index,
            .replace(
                "#EXT-X-SESSION-KEY:METHOD=SAMPLE-AES,URI=\"key.bin\"",
                "#EXT-X-SESSION-KEY:METHOD=SAMPLE-AES,URI=\"https://example.com/other\"")),
    ]

    private static let iFrames: [Fault] =
        [
            fault("R99", "no I-frame playlists", .lines { $0.contains("I-FRAME") ? nil : $0 }),
            fault(
                "R103", "an I-frame playlist without CODECS",
                .replace("BANDWIDTH=3156,CODECS=\"avc1.64001e\"", "BANDWIDTH=3156")),
            fault("R102", "half of the bandwidth of I-frames", .number("I-FRAME-STREAM-INF:BANDWIDTH=") { $0 / 2 }),
            Fault(
                "R99", "a media playlist that is marked as I-frames", in: .movie, "video/playlist.m3u8",
                .replace("#EXT-X-MAP", "#EXT-X-I-FRAMES-ONLY\n#EXT-X-MAP")),
            Fault(
                "R101", "an I-frame with a short EXTINF", in: .movie, "video/iframes.m3u8",
                .replace("EXTINF:6.000000", "EXTINF:4.000000")),
        ]
        + [FaultSubject.movie, .cbcs, .singleFile, .singleFileCbcs].flatMap { subject in
            [
                Fault(
                    "S1", "a byte range of an I-frame 16 bytes late", in: subject, "video/iframes.m3u8",
                    .lastByteRange(offset: 16)),
                Fault(
                    "S1", "a byte range of an I-frame 16 bytes early", in: subject, "video/iframes.m3u8",
                    .lastByteRange(offset: -16)),
                Fault(
                    "R100", "a byte range of an I-frame 16 bytes long", in: subject, "video/iframes.m3u8",
                    .number("EXT-X-BYTERANGE:") { $0 + 16 }),
                Fault(
                    "R100", "a byte range of an I-frame 16 bytes short", in: subject, "video/iframes.m3u8",
                    .number("EXT-X-BYTERANGE:") { $0 - 16 }),
            ]
        }

    private static let subtitles: [Fault] = [
        Fault("R94", "subtitles that end early", in: .movie, "text/playlist.m3u8", .removeSegment(-1)),
        Fault("R94M", "WebVTT without X-TIMESTAMP-MAP", in: .movie) { presentation in
            let name = "text/segment-00002.vtt"
            presentation[text: name] = try Mutation.lines { $0.hasPrefix("X-TIMESTAMP") ? nil : $0 }.apply(
                presentation[text: name])
        },
        .bytes("S1", "subtitles without WEBVTT", in: .movie, "text/segment-00002.vtt") { $0.removeFirst(6) },
    ]
}

extension MediaModel.Track {
    fileprivate mutating func removeColour() {
        guard case .codedVideo(var format) = description.format else { return }
        format.colour = nil
        description.format = .codedVideo(format)
    }
}
