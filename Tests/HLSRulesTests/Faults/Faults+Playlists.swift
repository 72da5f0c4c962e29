extension Faults {
    /// Faults in the text of a media playlist.
    static let playlists: [Fault] = text + tags + segmentTags + dateRanges + absences

    private static let video = "video/playlist.m3u8"
    private static let map = "#EXT-X-MAP:URI=\"init.mp4\"\n"
    private static let segment = "#EXTINF:6.000000,\nsegment-00002.m4s\n"

    private static let text: [Fault] = [
        .bytes("R1", "a byte order mark", in: .movie, video) { $0 = [0xef, 0xbb, 0xbf] + $0 },
        .bytes("R0", "invalid UTF-8", in: .movie, video) { $0 += Array("# ".utf8) + [0xff, 0x0a] },
        Fault("R1", "no EXTM3U", in: .movie, video, .remove("#EXTM3U\n")),
        Fault("R1", "a control character", in: .movie, video, .replace("EXTINF:6.000000,", "EXTINF:6.000000,\u{1}")),
        Fault("R2", "a version that is too low", in: .movie, video, .replace("VERSION:6", "VERSION:3")),
        Fault("R77", "a version that is too high", in: .movie, video, .replace("VERSION:6", "VERSION:9")),
        Fault(
            "R2", "two versions", in: .movie, video,
            .replace("#EXT-X-VERSION:6\n", "#EXT-X-VERSION:6\n#EXT-X-VERSION:6\n")),
        Fault(
            "R3", "two target durations", in: .movie, video,
            .replace("#EXT-X-TARGETDURATION:6\n", "#EXT-X-TARGETDURATION:6\n#EXT-X-TARGETDURATION:6\n")),
        Fault(
            "R4", "a variant in a media playlist", in: .movie, video,
            .replace("#EXT-X-ENDLIST", "#EXT-X-STREAM-INF:BANDWIDTH=1\nother.m3u8\n#EXT-X-ENDLIST")),
        Fault("R5b", "EXT-X-ENDLIST in lower case", in: .movie, video, .replace("#EXT-X-ENDLIST", "#ext-x-endlist")),
        Fault("R14", "VOD without EXT-X-ENDLIST", in: .movie, video, .remove("#EXT-X-ENDLIST\n")),
        Fault(
            "R97", "one playlist without EXT-X-ENDLIST", in: .movie, "audio/playlist.m3u8", .remove("#EXT-X-ENDLIST\n")),
    ]

    private static let tags: [Fault] = [
        Fault("R5", "whitespace in an attribute list", in: .movie, video, .replace("MAP:URI=", "MAP: URI=")),
        Fault(
            "R5", "an attribute twice", in: .movie, "index.m3u8",
            .replace("AUDIO=\"audio\"", "AUDIO=\"audio\",AUDIO=\"audio\"")),
        Fault(
            "R5", "a number in quotes", in: .movie, "index.m3u8", .replace("FRAME-RATE=30.000", "FRAME-RATE=\"30.000\"")
        ),
        Fault("R5a", "EXT-X-MAP without URI", in: .movie, video, .replace("MAP:URI", "MAP:X-URI")),
        Fault("R5b", "the playlist type in lower case", in: .movie, video, .replace("TYPE:VOD", "TYPE:vod")),
        Fault("R6", "no target duration", in: .movie, video, .remove("#EXT-X-TARGETDURATION:6\n")),
        Fault(
            "R6", "a fractional target duration", in: .movie, video, .replace("TARGETDURATION:6", "TARGETDURATION:6.0")),
        Fault(
            "R7", "an EXTINF that exceeds the target duration", in: .movie, video,
            .replace("EXTINF:6.000000", "EXTINF:7.600000")),
        Fault(
            "R8M", "media that exceed the target duration", in: .movie, video,
            .replace("TARGETDURATION:6", "TARGETDURATION:5")),
        Fault(
            "R11", "EXT-X-MEDIA-SEQUENCE after a segment", in: .movie, video,
            .all(.remove("#EXT-X-MEDIA-SEQUENCE:0\n"), .replace(segment, segment + "#EXT-X-MEDIA-SEQUENCE:0\n"))),
        Fault(
            "R12", "EXT-X-DISCONTINUITY-SEQUENCE after a segment", in: .movie, video,
            .replace(segment, segment + "#EXT-X-DISCONTINUITY-SEQUENCE:0\n")),
        Fault(
            "R12", "a discontinuity sequence without discontinuities", in: .movie, video,
            .replace(map, map + "#EXT-X-DISCONTINUITY-SEQUENCE:3\n")),
        Fault("R17", "an undefined variable", in: .movie, video, .replace("segment-00002.m4s", "{$name}.m4s")),
        Fault(
            "R18", "EXT-X-START beyond the end", in: .movie, video, .replace(map, map + "#EXT-X-START:TIME-OFFSET=60\n")
        ),
        Fault(
            "R18", "EXT-X-START beyond the end, in the multivariant playlist", in: .movie, "index.m3u8",
            .replace("#EXT-X-INDEPENDENT-SEGMENTS\n", "#EXT-X-INDEPENDENT-SEGMENTS\n#EXT-X-START:TIME-OFFSET=60\n")),
        Fault(
            "R18", "EXT-X-START before the beginning, in the multivariant playlist", in: .movie, "index.m3u8",
            .replace("#EXT-X-INDEPENDENT-SEGMENTS\n", "#EXT-X-INDEPENDENT-SEGMENTS\n#EXT-X-START:TIME-OFFSET=-60\n")),
        Fault(
            "R77", "EXT-X-VERSION 12 of subtitles", in: .movie, "text/playlist.m3u8",
            .replace("VERSION:3", "VERSION:12")),
    ]

    private static let segmentTags: [Fault] = [
        Fault("R6a", "a segment without EXTINF", in: .movie, video, .replace(segment, "segment-00002.m4s\n")),
        Fault("R6a", "EXTINF without a URI", in: .movie, video, .replace(segment, "#EXTINF:6.000000,\n")),
        Fault(
            "R6a", "a segment that adds no time", in: .movie, video,
            .replace(segment, "#EXTINF:0.000000,\nsegment-00002.m4s\n")),
        Fault("R10", "rounding drift of EXTINF", in: .movie, video, .replaceAll("EXTINF:6.000000", "EXTINF:6.015000")),
        Fault("R47", "an EXTINF 0.5 s too short", in: .movie, video, .replace("EXTINF:6.000000", "EXTINF:5.500000")),
        Fault(
            "R47", "an EXTINF of audio 0.2 s too long", in: .movie, "audio/playlist.m3u8",
            .lines { line in
                line.hasPrefix("#EXTINF:5.9") || line.hasPrefix("#EXTINF:6.0") ? "#EXTINF:6.200000," : line
            }),
        Fault("R21", "no EXT-X-MAP", in: .movie, video, .remove(map)),
        Fault(
            "R22", "a byte range of EXT-X-MAP without an offset", in: .movie, video,
            .replace("URI=\"init.mp4\"", "URI=\"init.mp4\",BYTERANGE=\"800\"")),
        Fault(
            "R23", "another track without a discontinuity", in: .movie, video,
            .replace(segment, "#EXT-X-MAP:URI=\"../audio/init.mp4\"\n#EXTINF:6.000000,\n../audio/segment-00002.m4s\n")),
        Fault(
            "R24", "a discontinuity without a reason", in: .movie, video,
            .replace(segment, "#EXT-X-DISCONTINUITY\n" + segment)),
        Fault(
            "R26", "a discontinuity in one playlist only", in: .movie, "video-2/playlist.m3u8",
            .replace(segment, "#EXT-X-DISCONTINUITY\n" + segment)),
        Fault(
            "R27", "a byte range without an offset", in: .movie, video,
            .replace(segment, "#EXTINF:6.000000,\n#EXT-X-BYTERANGE:1000\nsegment-00002.m4s\n")),
        Fault(
            "R111", "a byte range beyond the end of the file", in: .movie, video,
            .replace(segment, "#EXTINF:6.000000,\n#EXT-X-BYTERANGE:1000000@0\nsegment-00002.m4s\n")),
        Fault(
            "R32", "EXT-X-BITRATE of twice the bit rate", in: .movie, video, .replace(map, map + "#EXT-X-BITRATE:200\n")
        ),
        Fault(
            "R38", "a date without a zone and milliseconds", in: .dated, video,
            .lines { line in
                line.hasPrefix("#EXT-X-PROGRAM-DATE-TIME") ? String(line.prefix(44)) : line
            }),
        Fault(
            "R41", "a playlist without dates", in: .dated, "audio/playlist.m3u8",
            .lines { $0.contains("DATE-TIME") ? nil : $0 }),
        Fault(
            "R40", "dates that go back at a discontinuity", in: .dated, video,
            .all(
                .replace(segment, "#EXT-X-DISCONTINUITY\n" + segment), .lines { $0.contains("DATE-TIME") ? nil : $0 },
                .replace(map, map + "#EXT-X-PROGRAM-DATE-TIME:2026-01-02T03:04:05.000Z\n"),
                .replace(
                    "#EXT-X-DISCONTINUITY\n",
                    "#EXT-X-DISCONTINUITY\n#EXT-X-PROGRAM-DATE-TIME:2026-01-02T03:04:01.000Z\n"))),
    ]

    private static func range(_ rule: String, _ name: String, _ attributes: String...) -> Fault {
        let lines = attributes.map { "#EXT-X-DATERANGE:\($0)\n" }.joined()
        return Fault(rule, name, in: .dated, video, .replace(map, map + lines))
    }

    private static let dateRanges: [Fault] = [
        range("R33", "a date range without ID", "START-DATE=\"2026-01-02T03:04:06.000Z\""),
        range("R33", "a date range without START-DATE", "ID=\"a\",DURATION=3"),
        range(
            "R34", "a date range with two durations", "ID=\"a\",START-DATE=\"2026-01-02T03:04:06.000Z\",DURATION=3",
            "ID=\"a\",START-DATE=\"2026-01-02T03:04:06.000Z\",DURATION=4"),
        range(
            "R35", "a date range that ends before its start",
            "ID=\"a\",START-DATE=\"2026-01-02T03:04:06.000Z\",END-DATE=\"2026-01-02T03:04:05.000Z\""),
        range(
            "R35", "a date range whose END-DATE and DURATION contradict",
            "ID=\"a\",START-DATE=\"2026-01-02T03:04:06.000Z\",END-DATE=\"2026-01-02T03:04:09.000Z\",DURATION=1"),
        range(
            "R36", "open date ranges that overlap",
            "ID=\"a\",CLASS=\"c\",START-DATE=\"2026-01-02T03:04:06.000Z\",END-ON-NEXT=YES",
            "ID=\"b\",CLASS=\"c\",START-DATE=\"2026-01-02T03:04:01.000Z\",DURATION=8"),
        range(
            "R37", "a splice that cannot be parsed", "ID=\"a\",START-DATE=\"2026-01-02T03:04:06.000Z\",SCTE35-OUT=0x00"),
    ]

    private static let absences: [Fault] =
        ["video/segment-00002.m4s", "audio/init.mp4", "text/segment-00003.vtt", "video-2/playlist.m3u8"].map { name in
            Fault("R111", "\(name) is missing", in: .movie) { $0.files[name] = nil }
        } + [
            Fault("R111", "the key is missing", in: .encrypted) { $0.files["key.bin"] = nil },
            Fault("R111", "a part is missing", in: .lowLatency) { $0.files["video/segment-00009.2.m4s"] = nil },
        ]
}
