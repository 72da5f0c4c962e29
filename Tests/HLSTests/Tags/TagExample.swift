/// A playlist that contains a tag with all its attributes.
struct TagExample {
    /// The name without the number sign.
    var name: String
    var lines: [String]

    /// The lines of the tag.
    var tagLines: [String] { Self.lines(of: name, in: lines) }

    static func lines(of name: String, in lines: [String]) -> [String] {
        lines.filter { $0 == "#\(name)" || $0.hasPrefix("#\(name):") }
    }

    /// A media playlist of one segment with these lines before the segment and at the end.
    static func media(
        _ name: String, header: [String] = [], _ tags: [String] = [], end: [String] = []
    ) -> TagExample {
        let begin = ["#EXTM3U"] + version(name) + ["#EXT-X-TARGETDURATION:6"]
        return TagExample(
            name: name, lines: begin + header + tags + ["#EXTINF:6.000000,", "a.m4s"] + end)
    }

    static func multivariant(_ name: String, _ tags: [String]) -> TagExample {
        TagExample(name: name, lines: ["#EXTM3U"] + version(name) + tags)
    }

    /// A version that covers all features; the writer replaces it by the lowest one that suffices.
    private static func version(_ name: String) -> [String] {
        name == "EXT-X-VERSION" ? [] : ["#EXT-X-VERSION:13"]
    }
}

extension TagExample {
    static let shared: [TagExample] = [
        .media("EXT-X-VERSION", header: ["#EXT-X-VERSION:6"], [#"#EXT-X-MAP:URI="init.mp4""#]),
        .media("EXT-X-INDEPENDENT-SEGMENTS", header: ["#EXT-X-INDEPENDENT-SEGMENTS"]),
        .media(
            "EXT-X-DEFINE",
            header: [
                #"#EXT-X-DEFINE:NAME="a",VALUE="1""#, #"#EXT-X-DEFINE:IMPORT="b""#, #"#EXT-X-DEFINE:QUERYPARAM="c""#,
            ]),
        .media("EXT-X-START", header: ["#EXT-X-START:TIME-OFFSET=-3.5,PRECISE=YES"]),
    ]

    static let media: [TagExample] = [
        .media("EXT-X-TARGETDURATION"),
        .media("EXT-X-MEDIA-SEQUENCE", header: ["#EXT-X-MEDIA-SEQUENCE:7"]),
        .media("EXT-X-DISCONTINUITY-SEQUENCE", header: ["#EXT-X-DISCONTINUITY-SEQUENCE:2"]),
        .media("EXT-X-PLAYLIST-TYPE", header: ["#EXT-X-PLAYLIST-TYPE:EVENT"]),
        .media("EXT-X-I-FRAMES-ONLY", header: ["#EXT-X-I-FRAMES-ONLY"]),
        .media("EXT-X-ENDLIST", end: ["#EXT-X-ENDLIST"]),
        .media(
            "EXT-X-PART-INF",
            header: ["#EXT-X-SERVER-CONTROL:PART-HOLD-BACK=3.006", "#EXT-X-PART-INF:PART-TARGET=1.002"]),
        .media(
            "EXT-X-SERVER-CONTROL",
            header: [
                "#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,CAN-SKIP-UNTIL=36,CAN-SKIP-DATERANGES=YES,HOLD-BACK=18,"
                    + "PART-HOLD-BACK=3.006"
            ]),
        .media(
            "EXT-X-SKIP", header: ["#EXT-X-SKIP:SKIPPED-SEGMENTS=3,RECENTLY-REMOVED-DATERANGES=\"one\ttwo\""]),
        .media(
            "EXT-X-PRELOAD-HINT",
            end: [#"#EXT-X-PRELOAD-HINT:TYPE=PART,URI="b.m4s",BYTERANGE-START=10,BYTERANGE-LENGTH=20"#]),
        .media("EXT-X-RENDITION-REPORT", end: [#"#EXT-X-RENDITION-REPORT:URI="../b.m3u8",LAST-MSN=4,LAST-PART=2"#]),
    ]

    static let segments: [TagExample] = [
        TagExample(
            name: "EXTINF",
            lines: [
                "#EXTM3U", "#EXT-X-VERSION:4", "#EXT-X-TARGETDURATION:6", "#EXTINF:5.005000,A title, with a comma",
                "a.m4s",
            ]),
        TagExample(
            name: "EXT-X-BYTERANGE",
            lines: [
                "#EXTM3U", "#EXT-X-VERSION:4", "#EXT-X-TARGETDURATION:6", "#EXTINF:6.000000,",
                "#EXT-X-BYTERANGE:100@200", "a.mp4",
            ]),
        .media("EXT-X-DISCONTINUITY", ["#EXT-X-DISCONTINUITY"]),
        .media(
            "EXT-X-KEY",
            [
                #"#EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://k",IV=0x000102030405060708090A0B0C0D0E0F,"#
                    + #"KEYFORMAT="com.apple.streamingkeydelivery",KEYFORMATVERSIONS="1/2","#
                    + "KEYID=0x101112131415161718191A1B1C1D1E1F"
            ]),
        .media("EXT-X-MAP", [#"#EXT-X-MAP:URI="media.mp4",BYTERANGE="800@0""#]),
        .media("EXT-X-PROGRAM-DATE-TIME", ["#EXT-X-PROGRAM-DATE-TIME:2026-01-02T03:04:05.678+00:00"]),
        .media("EXT-X-GAP", ["#EXT-X-GAP"]),
        .media("EXT-X-BITRATE", ["#EXT-X-BITRATE:5000"]),
        .media(
            "EXT-X-PART",
            header: ["#EXT-X-SERVER-CONTROL:PART-HOLD-BACK=3", "#EXT-X-PART-INF:PART-TARGET=1"],
            [
                #"#EXT-X-PART:DURATION=1,URI="a.1.m4s",INDEPENDENT=YES,BYTERANGE="100@0""#,
                #"#EXT-X-PART:DURATION=1,URI="a.2.m4s",GAP=YES"#,
            ]),
        .media(
            "EXT-X-DATERANGE",
            [
                "#EXT-X-PROGRAM-DATE-TIME:2026-01-02T03:04:05.678+00:00",
                #"#EXT-X-DATERANGE:ID="a",CLASS="ad",START-DATE="2026-01-02T03:04:05.000+00:00",CUE="PRE,ONCE","#
                    + #"END-DATE="2026-01-02T03:04:35.000+00:00",DURATION=30,PLANNED-DURATION=31,X-COM-EXAMPLE-NAME="text","#
                    + "X-COM-EXAMPLE-BYTES=0x0A1B,X-COM-EXAMPLE-NUMBER=1.5,SCTE35-CMD=0xFC01,SCTE35-OUT=0xFC02,"
                    + "SCTE35-IN=0xFC03",
                #"#EXT-X-DATERANGE:ID="b",CLASS="ad",START-DATE="2026-01-02T03:04:05.000+00:00",END-ON-NEXT=YES"#,
            ]),
    ]

    private static let groups = [
        #"#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="A",DEFAULT=NO,AUTOSELECT=NO,URI="a.m3u8""#,
        #"#EXT-X-MEDIA:TYPE=VIDEO,GROUP-ID="v",NAME="V",DEFAULT=NO,AUTOSELECT=NO,URI="v.m3u8""#,
        #"#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="S",DEFAULT=NO,AUTOSELECT=NO,URI="s.m3u8""#,
        #"#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID="c",NAME="C",DEFAULT=NO,AUTOSELECT=NO,INSTREAM-ID="CC1""#,
    ]
    private static let variant =
        #"BANDWIDTH=2000000,AVERAGE-BANDWIDTH=1500000,SCORE=2.5,CODECS="hvc1.2.4.L93.B0,mp4a.40.2","#
        + #"SUPPLEMENTAL-CODECS="dvh1.08.01/db4h",RESOLUTION=1280x720,FRAME-RATE=29.970,HDCP-LEVEL=TYPE-0,"#
        + #"ALLOWED-CPC="com.example.drm:A/B",VIDEO-RANGE=HLG,REQ-VIDEO-LAYOUT="CH-STEREO",STABLE-VARIANT-ID="x","#
        + #"AUDIO="a",VIDEO="v",SUBTITLES="s",CLOSED-CAPTIONS="c",PATHWAY-ID="p""#

    static let multivariant: [TagExample] = [
        .multivariant(
            "EXT-X-MEDIA",
            [
                #"#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English",LANGUAGE="en",ASSOC-LANGUAGE="de","#
                    + #"STABLE-RENDITION-ID="r",DEFAULT=YES,AUTOSELECT=YES,CHANNELS="2",BIT-DEPTH=16,SAMPLE-RATE=48000,"#
                    + #"CHARACTERISTICS="public.easy-to-read",URI="a.m3u8""#,
                #"#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="S",DEFAULT=NO,AUTOSELECT=YES,FORCED=YES,URI="s.m3u8""#,
                #"#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID="c",NAME="C",DEFAULT=NO,AUTOSELECT=NO,"#
                    + #"INSTREAM-ID="SERVICE2""#,
            ]),
        .multivariant("EXT-X-STREAM-INF", groups + ["#EXT-X-STREAM-INF:" + variant, "v.m3u8"]),
        .multivariant(
            "EXT-X-I-FRAME-STREAM-INF", groups + ["#EXT-X-I-FRAME-STREAM-INF:" + variant + #",URI="i.m3u8""#]),
        .multivariant(
            "EXT-X-SESSION-DATA",
            [
                #"#EXT-X-SESSION-DATA:DATA-ID="a",VALUE="text",LANGUAGE="en""#,
                #"#EXT-X-SESSION-DATA:DATA-ID="b",URI="b.json""#,
                #"#EXT-X-SESSION-DATA:DATA-ID="c",URI="c.bin",FORMAT=RAW"#,
            ]),
        .multivariant(
            "EXT-X-SESSION-KEY",
            [
                #"#EXT-X-SESSION-KEY:METHOD=SAMPLE-AES,URI="skd://k",IV=0x000102030405060708090A0B0C0D0E0F,"#
                    + #"KEYFORMAT="com.apple.streamingkeydelivery",KEYFORMATVERSIONS="1/2","#
                    + "KEYID=0x101112131415161718191A1B1C1D1E1F"
            ]),
        .multivariant("EXT-X-CONTENT-STEERING", [#"#EXT-X-CONTENT-STEERING:SERVER-URI="/steer",PATHWAY-ID="p""#]),
    ]
}
