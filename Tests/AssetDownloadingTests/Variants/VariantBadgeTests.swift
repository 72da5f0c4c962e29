import AssetDownloading
import Testing

@Suite struct VariantBadgeTests {
    @Test(arguments: [
        ("CODECS=\"avc1.64001f\",RESOLUTION=640x360", ""),
        ("CODECS=\"avc1.64001f\",RESOLUTION=1280x720", "HD"),
        ("CODECS=\"avc1.64001f\",RESOLUTION=1080x1920,FRAME-RATE=60", "HD, high frame rate"),
        ("CODECS=\"hvc1.2.4.L153\",RESOLUTION=3840x2160,VIDEO-RANGE=PQ", "4K, HDR10"),
        ("CODECS=\"hvc1.2.4.L153\",RESOLUTION=7680x4320,VIDEO-RANGE=HLG", "8K, HLG"),
        ("CODECS=\"dvh1.05.06\",RESOLUTION=3840x2160,VIDEO-RANGE=PQ", "4K, Dolby Vision"),
        (
            "CODECS=\"hvc1.2.4.L153\",SUPPLEMENTAL-CODECS=\"dvh1.08.07/db4h\",RESOLUTION=1920x1080,VIDEO-RANGE=HLG",
            "HD, Dolby Vision, HLG"
        ),
        (
            "CODECS=\"hvc1.2.4.L153\",SUPPLEMENTAL-CODECS=\"dvh1.08.07/db1p\",RESOLUTION=1920x1080,VIDEO-RANGE=PQ",
            "HD, Dolby Vision, HDR10"
        ),
        (
            "CODECS=\"hvc1.2.4.L153\",SUPPLEMENTAL-CODECS=\"hvc1.2.4.L153/cdm4\",RESOLUTION=1920x1080,VIDEO-RANGE=PQ",
            "HD, HDR10+"
        ),
        ("CODECS=\"hvc1.2.4.L153\",RESOLUTION=4096x4096,REQ-VIDEO-LAYOUT=\"CH-STEREO/PROJ-HEQU\"", "4K, 3D"),
        ("CODECS=\"mp4a.40.2\"", ""),
        ("CODECS=\"ac-3\"", "Dolby Audio"),
        ("CODECS=\"alac\"", "lossless"),
        ("CODECS=\"fLaC\"", "lossless"),
        ("CODECS=\"ec-3\",AUDIO=\"six\"", "Dolby Audio, surround"),
        ("CODECS=\"mp4a.40.2\",AUDIO=\"described\"", "AD"),
        ("CODECS=\"avc1.64001f\",SUBTITLES=\"sdh\",CLOSED-CAPTIONS=\"cc\"", "SDH, CC"),
    ])
    func variantsHaveExpectedBadges(attributes: String, expected: String) throws {
        let presentation = try AssetPresentation(
            playlist: """
                #EXTM3U
                #EXT-X-MEDIA:TYPE=AUDIO,NAME="A",GROUP-ID="six",CHANNELS="6",URI="a"
                #EXT-X-MEDIA:TYPE=AUDIO,NAME="A",GROUP-ID="described",CHARACTERISTICS="public.accessibility.describes-video",URI="a"
                #EXT-X-MEDIA:TYPE=SUBTITLES,NAME="A",GROUP-ID="sdh",CHARACTERISTICS="public.accessibility.transcribes-spoken-dialog,public.accessibility.describes-music-and-sound",URI="a"
                #EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,NAME="A",GROUP-ID="cc",INSTREAM-ID="CC1"
                #EXT-X-STREAM-INF:BANDWIDTH=1,\(attributes)
                v
                """)
        #expect(presentation.variants[0].badges.map(\.rawValue).joined(separator: ", ") == expected)
    }
}
