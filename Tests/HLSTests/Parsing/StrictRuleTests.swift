import HLS
import Testing

/// Requirements of the specification within a single tag.
@Suite struct StrictRuleTests {
    @Test(arguments: [
        ("#EXT-X-KEY:URI=\"a\"", "3:12: EXT-X-KEY requires METHOD"),
        ("#EXT-X-KEY:METHOD=NONE,URI=\"a\"", "3:19: METHOD=NONE must not have other attributes"),
        ("#EXT-X-KEY:METHOD=AES-128", "3:12: EXT-X-KEY requires URI"),
        ("#EXT-X-KEY:METHOD=AES-128,URI=\"a\",IV=12", "3:38: IV must have the form 0x0A1B, with two digits per byte"),
        (
            "#EXT-X-KEY:METHOD=AES-128,URI=\"a\",IV=0x112233445566778899AABBCCDDEEFF001",
            "3:38: IV has more than 128 bits"
        ),
        (
            "#EXT-X-KEY:METHOD=SAMPLE-AES-CTR,URI=\"a\",IV=0x11",
            "3:45: IV is not allowed with SAMPLE-AES-CTR, whose media contain the vectors"
        ),
        (
            "#EXT-X-KEY:METHOD=AES-128,URI=\"a\",KEYFORMATVERSIONS=\"1/x\"",
            "3:54: KEYFORMATVERSIONS must have the form 1/2/5"
        ),
        ("#EXT-X-MAP:BYTERANGE=\"1@2\"", "3:12: EXT-X-MAP requires URI"),
        ("#EXT-X-BITRATE:fast", "3:16: a bit rate must begin with a digit"),
        ("#EXT-X-DATERANGE:CLASS=\"a\"", "3:18: EXT-X-DATERANGE requires ID"),
        ("#EXT-X-DATERANGE:ID=\"a\",END-ON-NEXT=YES", "3:37: END-ON-NEXT requires CLASS"),
        ("#EXT-X-DATERANGE:ID=\"a\",CLASS=\"c\",END-ON-NEXT=NO", "3:47: END-ON-NEXT must be YES or absent"),
        (
            "#EXT-X-DATERANGE:ID=\"a\",CLASS=\"c\",END-ON-NEXT=YES,DURATION=1",
            "3:47: END-ON-NEXT excludes DURATION and END-DATE"
        ),
        (
            "#EXT-X-DATERANGE:ID=\"a\",START-DATE=\"2026-01-02T00:00:00Z\",END-DATE=\"2026-01-01T00:00:00Z\"",
            "3:69: END-DATE is before START-DATE"
        ),
        (
            "#EXT-X-DATERANGE:ID=\"a\",START-DATE=\"2026-01-01T00:00:00Z\",END-DATE=\"2026-01-01T00:00:09Z\",DURATION=8",
            "3:69: END-DATE is not START-DATE plus DURATION"
        ),
        ("#EXT-X-DATERANGE:ID=\"a\",CUE=\"PRE,POST\"", "3:30: CUE must not list both PRE and POST"),
        (
            "#EXT-X-DATERANGE:ID=\"a\",X-A=b",
            "3:29: X-A must be a quoted string, a decimal number or bytes such as 0x0A1B"
        ),
        (
            "#EXT-X-DATERANGE:ID=\"a\",SCTE35-OUT=0x123",
            "3:36: SCTE35-OUT must have the form 0x0A1B, with two digits per byte"
        ),
        ("#EXT-X-PART:URI=\"a\",DURATION=1", "3:1: EXT-X-PART requires EXT-X-PART-INF in the playlist"),
        ("#EXT-X-PART:URI=\"a\"", "3:13: EXT-X-PART requires DURATION"),
        ("#EXT-X-PART-INF:PART-TARGET=0", "3:29: PART-TARGET must be greater than 0"),
        (
            "#EXT-X-SERVER-CONTROL:CAN-SKIP-DATERANGES=YES",
            "3:43: CAN-SKIP-DATERANGES requires CAN-SKIP-UNTIL"
        ),
        ("#EXT-X-SKIP:A=1", "3:13: EXT-X-SKIP requires SKIPPED-SEGMENTS"),
        ("#EXT-X-START:PRECISE=YES", "3:14: EXT-X-START requires TIME-OFFSET"),
        ("#EXT-X-START:TIME-OFFSET=1,PRECISE=MAYBE", "3:36: PRECISE must be YES or NO"),
        ("#EXT-X-RENDITION-REPORT:LAST-MSN=1", "3:25: EXT-X-RENDITION-REPORT requires URI"),
        ("#EXT-X-DEFINE:NAME=\"a\"", "3:15: EXT-X-DEFINE requires VALUE"),
        (
            "#EXT-X-DEFINE:NAME=\"a\",IMPORT=\"b\"",
            "3:15: EXT-X-DEFINE requires NAME with VALUE, or IMPORT, or QUERYPARAM"
        ),
        ("#EXT-X-DEFINE:NAME=\"a b\",VALUE=\"\"", "3:15: a variable name must consist of letters, digits, '-' and '_'"),
    ])
    func invalidMediaTagIsRejected(tag: String, expected: String) {
        let problem = #expect(throws: PlaylistProblem.self) {
            try Playlist.parse("#EXTM3U\n#EXT-X-TARGETDURATION:6\n\(tag)\n")
        }
        #expect(problem?.description == expected)
    }

    @Test(arguments: [
        ("#EXT-X-MEDIA:TYPE=AUDIO,NAME=\"a\"", "2:14: EXT-X-MEDIA requires GROUP-ID"),
        (
            "#EXT-X-MEDIA:TYPE=AUDIO,NAME=\"a\",GROUP-ID=\"g\",DEFAULT=YES,AUTOSELECT=NO",
            "2:70: AUTOSELECT=NO contradicts DEFAULT=YES"
        ),
        ("#EXT-X-MEDIA:TYPE=AUDIO,NAME=\"a\",GROUP-ID=\"g\",FORCED=YES", "2:54: FORCED is allowed for subtitles only"),
        ("#EXT-X-MEDIA:TYPE=SUBTITLES,NAME=\"a\",GROUP-ID=\"g\"", "2:14: EXT-X-MEDIA requires URI"),
        (
            "#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,NAME=\"a\",GROUP-ID=\"g\",INSTREAM-ID=\"CC1\",URI=\"u\"",
            "2:80: closed captions must not have a URI"
        ),
        ("#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,NAME=\"a\",GROUP-ID=\"g\"", "2:14: EXT-X-MEDIA requires INSTREAM-ID"),
        (
            "#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,NAME=\"a\",GROUP-ID=\"g\",INSTREAM-ID=\"SERVICE64\"",
            "2:70: INSTREAM-ID must be CC1 to CC4 or SERVICE1 to SERVICE63"
        ),
        (
            "#EXT-X-STREAM-INF:BANDWIDTH=1,CLOSED-CAPTIONS=SOME",
            "2:47: CLOSED-CAPTIONS must be a quoted string or NONE"
        ),
        ("#EXT-X-STREAM-INF:BANDWIDTH=1,SCORE=high", "2:37: SCORE must be a decimal number of up to 40 characters"),
        ("#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1", "2:27: EXT-X-I-FRAME-STREAM-INF requires URI"),
        (
            "#EXT-X-SESSION-DATA:DATA-ID=\"a\",VALUE=\"b\",URI=\"c\"",
            "2:40: EXT-X-SESSION-DATA requires either VALUE or URI"
        ),
        ("#EXT-X-SESSION-KEY:METHOD=NONE", "2:27: EXT-X-SESSION-KEY must not have the method NONE"),
        ("#EXT-X-CONTENT-STEERING:PATHWAY-ID=\"a\"", "2:25: EXT-X-CONTENT-STEERING requires SERVER-URI"),
    ])
    func invalidMultivariantTagIsRejected(tag: String, expected: String) {
        let problem = #expect(throws: PlaylistProblem.self) { try Playlist.parse("#EXTM3U\n\(tag)\nuri\n") }
        #expect(problem?.description == expected)
    }

    @Test func exceededLimitsAreReported() {
        var limits = PlaylistLimits()
        limits.parts = 2
        limits.keys = 1
        limits.declarations = 1
        limits.unknownTags = 2
        func message(_ tags: String...) -> String? {
            let text = "#EXTM3U\n#EXT-X-TARGETDURATION:6\n" + tags.map { $0 + "\n" }.joined()
            return #expect(throws: PlaylistProblem.self) { try Playlist.parse(text, limits: limits) }?.message
        }
        let part = "#EXT-X-PART:URI=\"a\",DURATION=1"
        let range = "#EXT-X-DATERANGE:ID=\"a\""
        #expect(message(part, part, part) == "more than 2 parts")
        #expect(message(range, range, range) == "more than 2 date ranges")
        let key = "#EXT-X-KEY:METHOD=AES-128,URI=\"a\""
        #expect(message(key, key + ",KEYFORMAT=\"b\"") == "more than 1 keys for one segment")
        let hint = "#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"a\""
        #expect(message(hint, hint) == "more than 1 preload hints")
        let report = "#EXT-X-RENDITION-REPORT:URI=\"a\""
        #expect(message(report, report) == "more than 1 rendition reports")
        #expect(message("#EXT-A", "#EXT-B", "#EXT-C") == "more than 2 unknown tags")
        #expect(
            message("#EXT-X-DEFINE:NAME=\"a\",VALUE=\"\"", "#EXT-X-DEFINE:NAME=\"b\",VALUE=\"\"")
                == "more than 1 variables")
    }
}
