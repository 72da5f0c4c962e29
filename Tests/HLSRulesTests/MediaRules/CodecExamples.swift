import ISOMedia
import Media
import HLSRules

extension RuleExamples {
    static let encryption: [RuleExample] = [
        .media(
            "R29", "the key declares another scheme", ValidMedia.encrypted,
            .text("video.m3u8", .replace("SAMPLE-AES", "SAMPLE-AES-CTR"))),
        .media(
            "R29", "the key is missing", ValidMedia.encrypted,
            .text("video.m3u8", .remove("#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"skd://key\"\n"))),
        .media(
            "R30", "half of the blocks are encrypted", ValidMedia.encrypted,
            .plan { $0.renditions[0].tracks[0] = ValidMedia.encrypted(pattern: 0x55).renditions[0].tracks[0] }),
        .media(
            "B23", "a fragment does not describe its encryption", ValidMedia.encrypted,
            .model { $0.renditions[0].segments[1].fragments[0].runs[0].hasEncryption = false }),
    ]

    static let codecs: [RuleExample] = [
        .media(
            "R50b", "a segment has two audio tracks", ValidMedia.muxed,
            .plan { $0.renditions[0].tracks.append(ValidMedia.audio(id: 3)) }),
        .media(
            "R50c", "the configuration has no picture parameter set", ValidMedia.videoOnly,
            .plan { model in
                // Removes the picture parameter set but not its count, and keeps the High profile extension.
                let record = Array(ValidMedia.high.prefix(8 + 26)) + [0] + Array(ValidMedia.high.suffix(4))
                model.renditions[0].tracks = [ValidMedia.video(.avc(AVCDecoderConfiguration(bytes: record)))]
            }),
        .media(
            "B17", "the configuration box is missing", ValidMedia.videoOnly,
            .bytes("video/init.mp4") { bytes in
                let path = ["moov", "trak", "mdia", "minf", "stbl", "stsd", "avc1", "avcC"]
                try BoxPatch.rename(path, to: "free", in: &bytes)
            }),
        .media(
            "B18", "the bitstream has another level", ValidMedia.videoOnly,
            .model { model in
                let record = AVCDecoderConfiguration(bytes: ValidMedia.high)
                let fields = try? record.parse()
                var sets = (fields?.sequenceParameterSets ?? []) + (fields?.pictureParameterSets ?? [])
                sets[0][3] = 0x1f
                var writer = ByteWriter()
                for set in sets {
                    writer.write(UInt32(set.count))
                    writer.write(contentsOf: set)
                }
                let sample = model.renditions[0].segments[0].fragments[0].runs[0].samples[0]
                writer.write(UInt32(sample.size - writer.count - 4))
                writer.write(contentsOf: ValidMedia.instantaneous)
                model.renditions[0].segments[0].fragments[0].runs[0].samples[0].head = writer.bytes
                model.renditions[0].segments[0].fragments[0].runs[0].samples[0].hasLength = false
            }),
        .media(
            "R50f", "the video may be interlaced", ValidMedia.videoOnly,
            .plan {
                $0.renditions[0].tracks = [ValidMedia.video(.avc(AVCDecoderConfiguration(bytes: ValidMedia.fields)))]
            }),
        .media(
            "R50j", "the loudness is missing", ValidMedia.audioOnly,
            .plan { $0.renditions[0].tracks[0].hasLoudness = false }),
        .media(
            "R94M", "a WebVTT segment has no timestamp map", ValidMedia.subtitles,
            .bytes("text/2.vtt") { $0 = Array("WEBVTT\n\n00:00.000 --> 00:01.000\nHello\n".utf8) }),
        .media(
            "R32", "the declared bit rate is half of the actual one", ValidMedia.videoOnly,
            .model { $0.renditions[0].segments[0].lines = ["#EXT-X-BITRATE:70"] }),
    ]
}
