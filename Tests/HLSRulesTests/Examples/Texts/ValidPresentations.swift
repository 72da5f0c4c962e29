/// Presentations that are valid under all rules; the examples modify them.
enum ValidPresentations {
    /// Three variants with separate audio, subtitles and I-frames.
    static let movie = TextPresentation([
        "index.m3u8": """
        #EXTM3U
        #EXT-X-VERSION:7
        #EXT-X-INDEPENDENT-SEGMENTS
        #EXT-X-CONTENT-STEERING:SERVER-URI="steering.json",PATHWAY-ID="."
        #EXT-X-SESSION-DATA:DATA-ID="com.example.title",VALUE="A movie"
        #EXT-X-SESSION-KEY:METHOD=SAMPLE-AES,URI="skd://key",KEYFORMAT="com.apple.streamingkeydelivery"
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="aac",NAME="English",LANGUAGE="en",DEFAULT=YES,AUTOSELECT=YES,CHANNELS="2",URI="audio.m3u8"
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="aac",NAME="English, described",LANGUAGE="en",AUTOSELECT=YES,CHANNELS="2",CHARACTERISTICS="public.accessibility.describes-video",URI="described.m3u8"
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="surround",NAME="English",LANGUAGE="en",DEFAULT=YES,AUTOSELECT=YES,CHANNELS="6",URI="surround.m3u8"
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="surround",NAME="English, described",LANGUAGE="en",AUTOSELECT=YES,CHANNELS="2",CHARACTERISTICS="public.accessibility.describes-video",URI="described.m3u8"
        #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="text",NAME="English",LANGUAGE="en",AUTOSELECT=YES,CHARACTERISTICS="public.accessibility.transcribes-spoken-dialog,public.accessibility.describes-music-and-sound",URI="text.m3u8"
        #EXT-X-STREAM-INF:BANDWIDTH=2200000,AVERAGE-BANDWIDTH=2000000,CODECS="avc1.64001f,mp4a.40.2",RESOLUTION=1280x720,FRAME-RATE=30.000,AUDIO="aac",SUBTITLES="text",CLOSED-CAPTIONS=NONE,SCORE=2.0
        high.m3u8
        #EXT-X-STREAM-INF:BANDWIDTH=9200000,AVERAGE-BANDWIDTH=9000000,CODECS="hvc1.2.4.L123.B0,ac-3,ec-3,mp4a.40.2",SUPPLEMENTAL-CODECS="dvh1.08.07/db4h",VIDEO-RANGE=HLG,RESOLUTION=1920x1080,FRAME-RATE=30.000,AUDIO="surround",SUBTITLES="text",CLOSED-CAPTIONS=NONE,SCORE=3.0
        wide.m3u8
        #EXT-X-STREAM-INF:BANDWIDTH=190000,AVERAGE-BANDWIDTH=180000,CODECS="avc1.42c00d,mp4a.40.2",RESOLUTION=320x180,FRAME-RATE=15.000,AUDIO="aac",SUBTITLES="text",CLOSED-CAPTIONS=NONE,SCORE=1.0
        cellular.m3u8
        #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=200000,AVERAGE-BANDWIDTH=150000,CODECS="avc1.64001f",RESOLUTION=1280x720,URI="iframes.m3u8"

        """,
        "high.m3u8": ValidTexts.movie, "wide.m3u8": ValidTexts.movie, "cellular.m3u8": ValidTexts.movie,
        "audio.m3u8": ValidTexts.movie, "described.m3u8": ValidTexts.movie, "surround.m3u8": ValidTexts.movie,
        "text.m3u8": ValidTexts.movie.replacing("#EXT-X-MAP:URI=\"init.mp4\"\n", with: "")
            .replacing(".m4s", with: ".vtt").replacing("VERSION:6", with: "VERSION:3"),
        "iframes.m3u8": """
        #EXTM3U
        #EXT-X-VERSION:5
        #EXT-X-TARGETDURATION:6
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
        #EXT-X-DISCONTINUITY
        #EXTINF:6.000000,
        #EXT-X-BYTERANGE:1000@800
        segment2.m4s
        #EXTINF:4.500000,
        #EXT-X-BYTERANGE:1000@800
        segment3.m4s
        #EXT-X-ENDLIST

        """,
    ])

    /// Low latency: two variants and audio, each in a separate folder, and I-frames.
    static let lowLatency = TextPresentation([
        "index.m3u8": """
        #EXTM3U
        #EXT-X-VERSION:6
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="aac",NAME="English",LANGUAGE="en",DEFAULT=YES,AUTOSELECT=YES,CHANNELS="2",URI="audio/live.m3u8"
        #EXT-X-STREAM-INF:BANDWIDTH=2200000,AVERAGE-BANDWIDTH=2000000,CODECS="avc1.64001f,mp4a.40.2",RESOLUTION=1280x720,FRAME-RATE=30.000,AUDIO="aac"
        high/live.m3u8
        #EXT-X-STREAM-INF:BANDWIDTH=190000,AVERAGE-BANDWIDTH=180000,CODECS="avc1.42c00d,mp4a.40.2",RESOLUTION=320x180,FRAME-RATE=15.000,AUDIO="aac"
        low/live.m3u8
        #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=200000,AVERAGE-BANDWIDTH=150000,CODECS="avc1.64001f",RESOLUTION=1280x720,URI="iframes/live.m3u8"

        """,
        "high/live.m3u8": ValidTexts.lowLatency(
            after: 9, parts: 2, reporting: ["../audio/live.m3u8", "../low/live.m3u8"]),
        "low/live.m3u8": ValidTexts.lowLatency(
            after: 9, parts: 2, reporting: ["../audio/live.m3u8", "../high/live.m3u8"]),
        "audio/live.m3u8": ValidTexts.lowLatency(
            after: 9, parts: 2, reporting: ["../high/live.m3u8", "../low/live.m3u8"]),
        "iframes/live.m3u8": """
        #EXTM3U
        #EXT-X-VERSION:5
        #EXT-X-TARGETDURATION:4
        #EXT-X-MEDIA-SEQUENCE:9
        #EXT-X-I-FRAMES-ONLY
        #EXT-X-MAP:URI="init.mp4"
        #EXT-X-PROGRAM-DATE-TIME:2026-01-02T03:04:05.000Z
        #EXTINF:4.000000,
        #EXT-X-BYTERANGE:1000@800
        segment9.m4s

        """,
    ])
}
