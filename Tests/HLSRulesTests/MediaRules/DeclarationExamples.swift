import ISOMedia
import Media
import HLSRules

extension RuleExamples {
    static let declarations: [RuleExample] = [
        .media(
            "R78", "half of the bandwidth is declared", ValidMedia.presentation,
            .text("index.m3u8", .number("BANDWIDTH=") { $0 / 2 }), scope: .measurement),
        .media(
            "R80", "twice the bandwidth is declared", ValidMedia.presentation,
            .text("index.m3u8", .number("STREAM-INF:BANDWIDTH=") { $0 * 2 }), scope: .measurement),
        .media(
            "R80", "half of the average is declared", ValidMedia.presentation,
            .text("index.m3u8", .number("AVERAGE-BANDWIDTH=") { $0 / 2 }), scope: .measurement),
        .media(
            "R81", "a live stream has twice the average", ValidMedia.live,
            .text("index.m3u8", .number("AVERAGE-BANDWIDTH=") { $0 / 2 }), scope: .measurement),
        .media(
            "R82M", "the audio codec is not listed", ValidMedia.presentation,
            .text("index.m3u8", .replace(",mp4a.40.2", "")), scope: .measurement),
        .media(
            "R83", "another level is declared", ValidMedia.presentation,
            .text("index.m3u8", .replace("avc1.64001e", "avc1.64001f")), scope: .measurement),
        .media(
            "R84", "another height is declared", ValidMedia.presentation,
            .text("index.m3u8", .replace("640x360", "640x480")), scope: .measurement),
        .media(
            "R84", "another frame rate is declared", ValidMedia.presentation,
            .text("index.m3u8", .replace("FRAME-RATE=30.000", "FRAME-RATE=29.970")), scope: .measurement),
        .media(
            "R85", "high dynamic range is declared", ValidMedia.presentation,
            .text("index.m3u8", .replace("VIDEO-RANGE=SDR", "VIDEO-RANGE=PQ")), scope: .measurement),
        .media(
            "R120", "captions are declared that the video does not contain", ValidMedia.presentation,
            .text(
                "index.m3u8",
                .all(
                    .replace(",AUDIO=\"a\"", ",AUDIO=\"a\",CLOSED-CAPTIONS=\"cc\""),
                    .replace(
                        "#EXT-X-MEDIA:",
                        "#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID=\"cc\",NAME=\"CC\",INSTREAM-ID=\"CC1\"\n"
                            + "#EXT-X-MEDIA:"))), scope: .measurement),
        .media(
            "R85c", "stereoscopic video is not declared", ValidMedia.presentation,
            .bytes("high/init.mp4") { bytes in
                let path = ["moov", "trak", "mdia", "minf", "stbl", "stsd", "avc1"]
                for type in ["lhvC", "vexu"] {
                    try BoxPatch.insert([0, 0, 0, 8] + Array(type.utf8), in: path, of: &bytes)
                }
            }, scope: .measurement),
    ]

    static let ladder: [RuleExample] = [
        .media(
            "R50d", "a level is not supported by devices", ValidMedia.presentation,
            .plan { model in
                var record = ValidMedia.high
                record[3] = 0x3d
                model.renditions[0].tracks = [ValidMedia.video(.avc(AVCDecoderConfiguration(bytes: record)))]
            }, scope: .measurement),
        .media(
            "R50e", "HEVC in a transport stream", ValidMedia.transportPresentation,
            .plan { model in
                var track = ValidMedia.video(.hevc(HEVCDecoderConfiguration(bytes: ValidMedia.hevc)))
                (track.syncHead, track.otherHead) = (ValidMedia.hevcInstantaneous, ValidMedia.hevcPredicted)
                model.renditions[1].tracks = [track]
            }, scope: .measurement),
        .media(
            "R50g", "HE-AAC of 128 kbit/s", ValidMedia.presentation,
            .plan { model in
                let format = CodedAudioFormat(
                    configuration: .aac(AudioSpecificConfig(bytes: [0x2b, 0x11, 0x88, 0])), sampleRate: 48_000,
                    channelCount: 2, framesPerPacket: 2048)
                model.renditions[2].tracks[0].description.format = .codedAudio(format)
                model.renditions[2].tracks[0].sampleDuration = 2048
                model.renditions[2].tracks[0].sampleCounts = [94, 94, 94, 93, 94, 94]
                model.renditions[2].tracks[0].sampleSize = 683
            }, scope: .measurement),
        .media(
            "R50k", "PQ without a mastering display", ValidMedia.presentation,
            .plan { model in
                var track = ValidMedia.video(.hevc(HEVCDecoderConfiguration(bytes: ValidMedia.hevcPQ)))
                if case .codedVideo(var format) = track.description.format {
                    format.colour = ColourDescription(primaries: 9, transfer: 16, matrix: 9)
                    track.description.format = .codedVideo(format)
                }
                (track.syncHead, track.otherHead) = (
                    ValidMedia.hevcPQInstantaneous, ValidMedia.hevcPQPredicted
                )
                model.renditions[0].tracks = [track]
            }, scope: .measurement),
        .media(
            "R50l", "one variant has another aspect ratio", ValidMedia.presentation,
            .plan { model in
                if case .codedVideo(var format) = model.renditions[1].tracks[0].description.format {
                    format.pixelAspect = Ratio(3, 4)
                    model.renditions[1].tracks[0].description.format = .codedVideo(format)
                }
            }, scope: .measurement),
    ]

    static let iFrameMedia: [RuleExample] = [
        .media(
            "R100", "a byte range ends inside the I-frame", ValidMedia.presentation,
            .text("high-i.m3u8", .number("EXT-X-BYTERANGE:") { $0 - 500 })),
        .media(
            "R101", "the EXTINF of an I-frame is 0.5 s too long", ValidMedia.presentation,
            .text("high-i.m3u8", .replace("EXTINF:4.000000", "EXTINF:4.500000"))),
        .media(
            "R102", "half of the bandwidth is declared", ValidMedia.presentation,
            .text("index.m3u8", .number("I-FRAME-STREAM-INF:BANDWIDTH=") { $0 / 2 }), scope: .measurement),
    ]
}
