import HLS
import Media
import Testing

/// The declaration of format properties other than the codec in multivariant playlists.
@Suite struct CarriedFormatTests {
    private func video(_ configuration: CodecConfiguration, dolbyVision: [UInt8]? = nil) -> CodedVideoFormat {
        var format = CodedVideoFormat(configuration: configuration, size: PixelSize(width: 1920, height: 1080))
        format.dolbyVision = dolbyVision.flatMap { DolbyVisionConfiguration(bytes: $0) }
        return format
    }

    private func views(_ left: Bool, _ right: Bool, _ projection: FourCC?) -> CodecConfiguration {
        var view = StereoView(bytes: [])
        (view.hasLeftEye, view.hasRightEye, view.projection) = (left, right, projection)
        let boxes =
            ConfigurationBoxes.box("hvcC", [1]) + ConfigurationBoxes.box("lhvC", [1])
            + ConfigurationBoxes.box("vexu", view.bytes)
        return .boxed(sampleEntry: "hvc1", boxes: boxes)
    }

    @Test func dolbyVisionWithoutBaseLayerIsPQ() {
        let format = video(.boxed("dvh1", "hvcC", []), dolbyVision: [1, 0, 10, 6 << 3, 0])
        #expect(format.videoRange == .pq)
    }

    /// A compatible brand by its number, the transfer characteristics of the base layer, the range, and whether the
    /// enhancement is declared: not if its brand contradicts the base layer.
    @Test(
        arguments: [
            (4, 14, VideoRange.hlg, true), (4, nil, .hlg, true), (4, 18, .hlg, true), (4, 16, .pq, false),
            (1, 16, .pq, true), (1, nil, .pq, true), (2, 16, .pq, false), (2, 1, .sdr, true),
        ] as [(UInt8, UInt8?, VideoRange, Bool)])
    func theBaseLayerOfDolbyVisionDecides(
        _ compatibility: UInt8, _ transfer: UInt8?, _ range: VideoRange, _ isDeclared: Bool
    ) {
        var format = video(.boxed("hvc1", "hvcC", []), dolbyVision: [1, 0, 16, 6 << 3, compatibility << 4])
        format.colour = transfer.map { ColourDescription(primaries: 9, transfer: $0, matrix: 9) }
        #expect(format.videoRange == range)
        #expect((format.supplementalCodec != nil) == isDeclared)
    }

    @Test func stereoVideoRequiresAStereoLayout() {
        #expect(video(views(true, true, nil)).requiredLayout.map(\.description) == ["CH-STEREO"])
        #expect(video(views(true, true, "hequ")).requiredLayout.map(\.description) == ["CH-STEREO/PROJ-HEQU"])
        #expect(video(views(true, true, "rect")).requiredLayout.map(\.description) == ["CH-STEREO"])
        #expect(video(views(true, false, nil)).requiredLayout.isEmpty)
        #expect(video(.boxed("hvc1", "hvcC", [])).requiredLayout.isEmpty)
    }

    @Test func requiredLayoutIsWrittenAndRaisesTheVersion() {
        var rendition = PresentationRendition(
            uri: "video/index.m3u8", bandwidth: Bandwidth(peak: 2000, average: 1000),
            video: PresentationRendition.Video(
                codec: "hvc1.2.4.L123.B0", resolution: PixelSize(width: 1920, height: 1080), frameRate: nil,
                range: .sdr),
            audio: [])
        rendition.video?.requiredLayout = video(views(true, true, nil)).requiredLayout
        let text = Presentation(renditions: [rendition], hasIndependentSegments: true).playlist.text
        #expect(text.contains("REQ-VIDEO-LAYOUT=\"CH-STEREO\"") && text.contains("#EXT-X-VERSION:12"))
    }

    private func text(_ uri: String, _ language: String, codec: String?) -> PresentationRendition {
        var rendition = PresentationRendition(
            uri: uri, bandwidth: Bandwidth(peak: 300, average: 200), video: nil, audio: [])
        rendition.text = PresentationRendition.Text(codec: codec, language: language)
        return rendition
    }

    @Test func subtitlesWithoutMediaBecomeAVariant() {
        let renditions = [text("en.m3u8", "en", codec: nil), text("de.m3u8", "de", codec: nil)]
        let playlist = Presentation(renditions: renditions, hasIndependentSegments: true).playlist
        #expect(playlist.variants.map(\.uri) == ["en.m3u8"])
        #expect(playlist.variants.map(\.bandwidth) == [300])
        #expect(playlist.variants[0].codecs == ["wvtt"] && playlist.variants[0].subtitlesGroup == "subtitles")
        #expect(playlist.renditions.map(\.language) == ["en", "de"])
        let markup = Presentation(
            renditions: [text("en.m3u8", "en", codec: "stpp.ttml.im1t")], hasIndependentSegments: true)
        #expect(markup.playlist.variants.map(\.codecs) == [["stpp.ttml.im1t"]])
    }
}
