/// The playlist in the talk on HLS variants, with its spaces between attributes.
package enum TalkPlaylist {
    package static let text = """
        #EXTM3U
        #EXT-X-VERSION:7
        #EXT-X-INDEPENDENT-SEGMENTS

        #EXT-X-MEDIA:TYPE=AUDIO,NAME="English",GROUP-ID="stereo",LANGUAGE="en",DEFAULT=YES, AUTOSELECT=YES,CHANNELS="2",URI="en_stereo.m3u8"
        #EXT-X-MEDIA:TYPE=AUDIO,NAME="French",GROUP-ID="stereo",LANGUAGE="fr",DEFAULT=NO, AUTOSELECT=YES,CHANNELS="2",URI="fr_stereo.m3u8"

        #EXT-X-MEDIA:TYPE=AUDIO,NAME="English",GROUP-ID="atmos",LANGUAGE="en",DEFAULT=YES, AUTOSELECT=YES,CHANNELS="16/JOC",URI="en_atmos.m3u8"
        #EXT-X-MEDIA:TYPE=AUDIO,NAME="French",GROUP-ID="atmos",LANGUAGE="fr",DEFAULT=NO, AUTOSELECT=YES,CHANNELS="16/JOC",URI="fr_atmos.m3u8"

        #EXT-X-STREAM-INF:BANDWIDTH=14516883,VIDEO-RANGE=SDR,CODECS="avc1.64001f,mp4a.40.5", AUDIO="stereo",FRAME-RATE=23.976,RESOLUTION=1920x1080
        sdr_variant.m3u8

        #EXT-X-STREAM-INF:BANDWIDTH=34516883,VIDEO-RANGE=PQ,CODECS="dvh1.05.06,ec-3", AUDIO="atmos",FRAME-RATE=23.976,RESOLUTION=3840x1920
        dovi_variant.m3u8

        """

    /// The talk's playlist with additional variants that its examples could select: HDR below 5 Mb/s, and lossless
    /// audio.
    package static let ladder =
        text + """
            #EXT-X-MEDIA:TYPE=AUDIO,NAME="English",GROUP-ID="lossless",LANGUAGE="en",DEFAULT=YES,AUTOSELECT=YES,CHANNELS="2",SAMPLE-RATE=96000,BIT-DEPTH=24,URI="en_alac.m3u8"
            #EXT-X-MEDIA:TYPE=SUBTITLES,NAME="English",GROUP-ID="subtitles",LANGUAGE="en",URI="en.m3u8"
            #EXT-X-STREAM-INF:BANDWIDTH=4000000,AVERAGE-BANDWIDTH=3000000,VIDEO-RANGE=PQ,CODECS="hvc1.2.4.L120.B0,ec-3",AUDIO="atmos",SUBTITLES="subtitles",FRAME-RATE=59.940,RESOLUTION=1280x720
            hdr_small.m3u8
            #EXT-X-STREAM-INF:BANDWIDTH=2000000,VIDEO-RANGE=PQ,CODECS="hvc1.2.4.L93.B0,ec-3",AUDIO="atmos",FRAME-RATE=23.976,RESOLUTION=960x540
            hdr_tiny.m3u8
            #EXT-X-STREAM-INF:BANDWIDTH=9000000,VIDEO-RANGE=PQ,CODECS="hvc1.2.4.L120.B0,alac",AUDIO="lossless",FRAME-RATE=23.976,RESOLUTION=1280x720
            hdr_lossless.m3u8

            """
}
