import HLS

/// Playlists that are valid under all rules; the examples modify them.
enum ValidTexts {
    /// A movie in one playlist.
    static let movie = """
        #EXTM3U
        #EXT-X-VERSION:6
        #EXT-X-TARGETDURATION:6
        #EXT-X-MEDIA-SEQUENCE:0
        #EXT-X-DISCONTINUITY-SEQUENCE:0
        #EXT-X-PLAYLIST-TYPE:VOD
        #EXT-X-INDEPENDENT-SEGMENTS
        #EXT-X-MAP:URI="init.mp4"
        #EXT-X-PROGRAM-DATE-TIME:2026-01-02T03:04:05.000+00:00
        #EXTINF:6.000000,
        segment0.m4s
        #EXTINF:6.000000,
        segment1.m4s
        #EXT-X-DISCONTINUITY
        #EXTINF:6.000000,
        segment2.m4s
        #EXTINF:4.500000,
        segment3.m4s
        #EXT-X-ENDLIST

        """

    /// An encrypted movie in one file, with date ranges.
    static let fullyTagged = """
        #EXTM3U
        #EXT-X-VERSION:8
        #EXT-X-TARGETDURATION:6
        #EXT-X-PLAYLIST-TYPE:VOD
        #EXT-X-DEFINE:NAME="token",VALUE="abc"
        #EXT-X-START:TIME-OFFSET=6.0
        #EXT-X-KEY:METHOD=AES-128,URI="key?{$token}",IV=0x000102030405060708090A0B0C0D0E0F
        #EXT-X-MAP:URI="movie.mp4?{$token}",BYTERANGE="800@0"
        #EXT-X-DATERANGE:ID="a",CLASS="c",START-DATE="2026-01-02T03:04:05.000Z",END-ON-NEXT=YES
        #EXT-X-DATERANGE:ID="b",CLASS="c",START-DATE="2026-01-02T03:04:11.000Z",END-ON-NEXT=YES
        #EXT-X-DATERANGE:ID="ad",START-DATE="2026-01-02T03:04:11.000Z",PLANNED-DURATION=6.0,SCTE35-OUT=0xFC300101
        #EXT-X-DATERANGE:ID="ad",DURATION=6.0,END-DATE="2026-01-02T03:04:17.000Z",SCTE35-IN=0xFC300101
        #EXT-X-PROGRAM-DATE-TIME:2026-01-02T03:04:05.000Z
        #EXTINF:6.000000,
        #EXT-X-BYTERANGE:1000@800
        movie.mp4?{$token}
        #EXT-X-PROGRAM-DATE-TIME:2026-01-02T03:04:11.000Z
        #EXTINF:6.000000,
        #EXT-X-BYTERANGE:1000
        movie.mp4?{$token}
        #EXT-X-KEY:METHOD=NONE
        #EXT-X-DISCONTINUITY
        #EXT-X-GAP
        #EXTINF:6.000000,
        gap.mp4
        #EXT-X-ENDLIST

        """

    static func date(_ seconds: Int) -> DateTime {
        DateTime(milliseconds: 1_767_323_045_000 + Int64(seconds) * 1000)
    }

    /// Returns a live playlist after the removal of `count` segments from its window of 15 minutes.
    static func live(after count: Int, length: Int = 152) -> String {
        var text = """
            #EXTM3U
            #EXT-X-VERSION:6
            #EXT-X-TARGETDURATION:6
            #EXT-X-MEDIA-SEQUENCE:\(count)
            #EXT-X-DISCONTINUITY-SEQUENCE:\(max(0, count - 2))
            #EXT-X-INDEPENDENT-SEGMENTS
            #EXT-X-MAP:URI="init.mp4"

            """
        // From the third segment on, each segment follows a discontinuity.
        for index in count..<count + length {
            if index >= 2 { text += "#EXT-X-DISCONTINUITY\n" }
            text += "#EXT-X-PROGRAM-DATE-TIME:\(date(index * 6))\n#EXTINF:6.000000,\nsegment\(index).m4s\n"
        }
        return text
    }

    /// Returns an EVENT playlist with `count` segments.
    static func event(of count: Int) -> String {
        var text = """
            #EXTM3U
            #EXT-X-VERSION:6
            #EXT-X-TARGETDURATION:6
            #EXT-X-PLAYLIST-TYPE:EVENT
            #EXT-X-MAP:URI="init.mp4"
            #EXT-X-DATERANGE:ID="a",START-DATE="2026-01-02T03:04:05.000Z",X-COLOUR="red"
            #EXT-X-PROGRAM-DATE-TIME:\(date(0))

            """
        for index in 0..<count { text += "#EXTINF:6.000000,\nsegment\(index).m4s\n" }
        return text
    }

    /// Returns a low-latency playlist after the removal of `count` segments, with `parts` parts of the next segment.
    static func lowLatency(after count: Int, parts: Int, reporting: [String] = []) -> String {
        var text = """
            #EXTM3U
            #EXT-X-VERSION:6
            #EXT-X-TARGETDURATION:4
            #EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,CAN-SKIP-UNTIL=24.0,HOLD-BACK=12.0,PART-HOLD-BACK=3.0
            #EXT-X-PART-INF:PART-TARGET=1.0
            #EXT-X-MEDIA-SEQUENCE:\(count)
            #EXT-X-INDEPENDENT-SEGMENTS
            #EXT-X-MAP:URI="init.mp4"

            """
        let end = count + 228
        for index in count..<end {
            text += "#EXT-X-PROGRAM-DATE-TIME:\(date(index * 4))\n"
            if index >= end - 3 { text += (0..<4).map { part(index, $0) }.joined() }
            text += "#EXTINF:4.000000,\nsegment\(index).mp4\n"
        }
        if parts > 0 { text += "#EXT-X-PROGRAM-DATE-TIME:\(date(end * 4))\n" }
        text += (0..<parts).map { part(end, $0) }.joined()
        text += "#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"part\(end).\(parts).mp4\"\n"
        for uri in reporting {
            let edge = parts > 0 ? "LAST-MSN=\(end),LAST-PART=\(parts - 1)" : "LAST-MSN=\(end - 1),LAST-PART=3"
            text += "#EXT-X-RENDITION-REPORT:URI=\"\(uri)\",\(edge)\n"
        }
        return text
    }

    private static func part(_ segment: Int, _ index: Int) -> String {
        "#EXT-X-PART:DURATION=1.0,URI=\"part\(segment).\(index).mp4\"\(index == 0 ? ",INDEPENDENT=YES" : "")\n"
    }
}
