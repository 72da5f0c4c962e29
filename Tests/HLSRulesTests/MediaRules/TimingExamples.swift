import ISOMedia
import Media
import HLSRules

extension RuleExamples {
    static let timing: [RuleExample] = [
        .media(
            "R8M", "the target duration is too small for the media", ValidMedia.videoOnly,
            .text("video.m3u8", .replace("TARGETDURATION:4", "TARGETDURATION:3"))),
        .media(
            "R10", "all EXTINF are 10 ms too long", ValidMedia.videoOnly,
            .text("video.m3u8", .replaceAll("EXTINF:4.000000", "EXTINF:4.010000"))),
        .media(
            "R47", "one EXTINF is 0.5 s too short", ValidMedia.videoOnly,
            .text("video.m3u8", .replace("EXTINF:4.000000", "EXTINF:3.500000"))),
        .media(
            "R46", "decode times have a gap of 10 ms", ValidMedia.videoOnly,
            .model { model in
                for index in 3..<6 { model.renditions[0].segments[index].fragments[0].runs[0].time += 150 }
            }),
        .media(
            "R46", "decode times overlap inside a segment", ValidMedia.parts,
            .model { $0.renditions[0].segments[2].fragments[1].runs[0].time -= 100 }),
        .media(
            "R49", "audio starts 0.5 s late", ValidMedia.muxed,
            .model { model in
                for index in 0..<6 { model.renditions[0].segments[index].fragments[0].runs[1].time += 24_000 }
            }),
        .media(
            "R49", "audio ends 4 s early", ValidMedia.presentation,
            .plan { model in
                // The playlists agree with this change, so that no other rule is violated.
                model.renditions[2].tracks[0].sampleCounts.removeLast()
            }, scope: .measurement),
        .media(
            "R97M", "the times of a variant are 0.2 s late", ValidMedia.presentation,
            .model { model in
                for index in 0..<6 { model.renditions[1].segments[index].fragments[0].runs[0].time += 3072 }
            }, scope: .measurement),
        .media(
            "R121", "a variant contains a picture of a larger one", ValidMedia.presentation,
            .model { $0.renditions[1].segments[2].fragments[0].runs[0].samples[0].size = 800 }, scope: .measurement),
        .media(
            "R49", "the audio of a variant is 0.06 s later than that of the others",
            ValidMedia.muxedVariants(.fragments),
            .model { model in
                for index in 0..<6 { model.renditions[1].segments[index].fragments[0].runs[1].time += 2880 }
            }, scope: .measurement),
        .media(
            "R41M", "the dates of a variant are 0.2 s off", ValidMedia.datedPresentation,
            .text("low.m3u8", .replaceAll(":05.000Z", ":05.200Z")), scope: .measurement),
        .media(
            "R119", "an audio frame conceals nine missing ones", ValidMedia.audioOnly,
            .model { model in
                model.renditions[0].segments[3].fragments[0].runs[0].samples[10].duration *= 10
                model.renditions[0].segments[3].fragments[0].runs[0].samples.removeSubrange(11..<20)
            }),
    ]

    static let changes: [RuleExample] = [
        .media(
            "R23", "the codec changes without a discontinuity", ValidMedia.videoOnly,
            .plan { model in
                var track = ValidMedia.video(.hevc(HEVCDecoderConfiguration(bytes: ValidMedia.hevc)))
                (track.syncHead, track.otherHead) = (ValidMedia.hevcInstantaneous, ValidMedia.hevcPredicted)
                model.renditions[0].changes[3] = [track]
            }),
        .media(
            "R24", "a discontinuity between continuous segments", ValidMedia.videoOnly,
            .model { $0.renditions[0].segments[3].lines = ["#EXT-X-DISCONTINUITY"] }),
        .media(
            "R25", "the frame rate changes without a discontinuity", ValidMedia.videoOnly,
            .plan { model in
                var track = ValidMedia.video()
                track.sampleDuration = 1024
                track.sampleCounts = Array(repeating: 60, count: 6)
                model.renditions[0].changes[3] = [track]
            }),
        .media(
            "R50i", "the channel count changes without a discontinuity", ValidMedia.audioOnly,
            .plan { $0.renditions[0].changes[3] = [ValidMedia.audio(channels: 1)] }),
        .media(
            "R50a", "the segments contain an undeclared track", ValidMedia.videoOnly,
            .model { model in
                for index in 0..<6 { model.renditions[0].segments[index].fragments[0].runs[0].trackID = 7 }
            }),
    ]
}
