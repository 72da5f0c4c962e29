/// Playlists that no rule finds anything in; examples break them.
enum GoodTexts {
    /// A movie with pictures and sound in one playlist.
    static let movie = """
        #EXTM3U
        #EXT-X-VERSION:7
        #EXT-X-TARGETDURATION:6
        #EXT-X-MEDIA-SEQUENCE:0
        #EXT-X-PLAYLIST-TYPE:VOD
        #EXT-X-INDEPENDENT-SEGMENTS
        #EXT-X-MAP:URI="init.mp4"
        #EXT-X-PROGRAM-DATE-TIME:2026-01-02T03:04:05.000+00:00
        #EXTINF:6.000000,
        segment0.m4s
        #EXTINF:6.000000,
        segment1.m4s
        #EXTINF:4.500000,
        segment2.m4s
        #EXT-X-ENDLIST

        """

    /// A live stream after `count` segments have left its window of eight.
    static func live(after count: Int) -> String {
        var text = """
            #EXTM3U
            #EXT-X-VERSION:7
            #EXT-X-TARGETDURATION:6
            #EXT-X-MEDIA-SEQUENCE:\(count)
            #EXT-X-DISCONTINUITY-SEQUENCE:0
            #EXT-X-INDEPENDENT-SEGMENTS
            #EXT-X-MAP:URI="init.mp4"

            """
        for index in count..<count + 8 {
            let seconds = index * 6
            let time = "03:\(padded(seconds / 60)):\(padded(seconds % 60))"
            text += "#EXT-X-PROGRAM-DATE-TIME:2026-01-02T\(time).000+00:00\n#EXTINF:6.000000,\nsegment\(index).m4s\n"
        }
        return text
    }

    private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    /// Two variants with sound of their own.
    static let presentation = TextPresentation([
        "index.m3u8": """
        #EXTM3U
        #EXT-X-VERSION:7
        #EXT-X-INDEPENDENT-SEGMENTS
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="aac",NAME="English",LANGUAGE="en",DEFAULT=YES,AUTOSELECT=YES,CHANNELS="2",URI="audio.m3u8"
        #EXT-X-STREAM-INF:BANDWIDTH=2200000,AVERAGE-BANDWIDTH=2000000,CODECS="avc1.64001f,mp4a.40.2",RESOLUTION=1280x720,FRAME-RATE=30.000,AUDIO="aac"
        high.m3u8
        #EXT-X-STREAM-INF:BANDWIDTH=1100000,AVERAGE-BANDWIDTH=1000000,CODECS="avc1.64001e,mp4a.40.2",RESOLUTION=640x360,FRAME-RATE=30.000,AUDIO="aac"
        low.m3u8
        #EXT-X-STREAM-INF:BANDWIDTH=190000,AVERAGE-BANDWIDTH=180000,CODECS="avc1.42c00d,mp4a.40.2",RESOLUTION=320x180,FRAME-RATE=15.000,AUDIO="aac"
        cellular.m3u8
        #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=200000,AVERAGE-BANDWIDTH=150000,CODECS="avc1.64001f",RESOLUTION=1280x720,URI="high-iframes.m3u8"

        """,
        "high.m3u8": movie, "low.m3u8": movie, "cellular.m3u8": movie, "audio.m3u8": movie,
        "high-iframes.m3u8": """
        #EXTM3U
        #EXT-X-VERSION:7
        #EXT-X-TARGETDURATION:6
        #EXT-X-MEDIA-SEQUENCE:0
        #EXT-X-PLAYLIST-TYPE:VOD
        #EXT-X-I-FRAMES-ONLY
        #EXT-X-MAP:URI="init.mp4"
        #EXT-X-PROGRAM-DATE-TIME:2026-01-02T03:04:05.000+00:00
        #EXTINF:6.000000,
        #EXT-X-BYTERANGE:1000@800
        segment0.m4s
        #EXTINF:6.000000,
        #EXT-X-BYTERANGE:1000@800
        segment1.m4s
        #EXTINF:4.500000,
        #EXT-X-BYTERANGE:1000@800
        segment2.m4s
        #EXT-X-ENDLIST

        """,
    ])
}
