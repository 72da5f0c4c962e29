import HLS
import Testing

@Suite struct PlaylistSummaryTests {
    @Test func mediaPlaylistIsSummarized() throws {
        let text = """
            #EXTM3U
            #EXT-X-VERSION:6
            #EXT-X-TARGETDURATION:6
            #EXT-X-PLAYLIST-TYPE:VOD
            #EXT-X-CUE:ID="1"
            #EXT-X-MAP:URI="init.mp4"
            #EXTINF:6.000000,
            a
            #EXT-X-DISCONTINUITY
            #EXTINF:1.5,
            b
            #EXT-X-ENDLIST

            """
        #expect(
            PlaylistSummary(try Playlist.parse(text)).description == """
                media playlist, VOD, version 6
                target duration 6s, media sequence 0
                2 segments, 7.500s, each 1.500s to 6.000s
                initialization: init.mp4
                1 discontinuity
                unknown tags: EXT-X-CUE
                """)
    }

    @Test func multivariantPlaylistIsSummarized() throws {
        let text = """
            #EXTM3U
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio",NAME="English",LANGUAGE="en",DEFAULT=YES,CHANNELS="2",URI="a/p.m3u8"
            #EXT-X-STREAM-INF:BANDWIDTH=1234567,CODECS="avc1.64001f,mp4a.40.2",RESOLUTION=1280x720,FRAME-RATE=29.970,AUDIO="audio"
            v/p.m3u8

            """
        #expect(
            PlaylistSummary(try Playlist.parse(text)).description == """
                multivariant playlist, version 1
                variant v/p.m3u8: 1234 kbit/s peak, 1280x720, 29.970 fps, avc1.64001f+mp4a.40.2, audio group 'audio'
                audio a/p.m3u8: group 'audio', 'English', language en, 2 channels, default
                """)
    }
}
