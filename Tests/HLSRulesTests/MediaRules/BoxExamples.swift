import ISOMedia
import Media
import HLSRules

extension RuleExamples {
    private static let entry = ["moov", "trak", "mdia", "minf", "stbl", "stsd", "avc1"]

    static let initializationBoxes: [RuleExample] = [
        .media(
            "B1", "the brands do not permit movie fragments", ValidMedia.videoOnly,
            .plan { $0.renditions[0].brands = FileBrands(major: "mp42", compatible: ["mp41"]) }),
        .media(
            "B8", "a track has no trex", ValidMedia.videoOnly,
            .bytes("video/init.mp4") { try BoxPatch.rename(["moov", "mvex", "trex"], to: "free", in: &$0) }),
        .media(
            "B9", "the sample table has entries", ValidMedia.videoOnly,
            .bytes("video/init.mp4") { bytes in
                var writer = ByteWriter()
                writer.fullBox("stts") { writer in for value in [1, 1, 512] as [UInt32] { writer.write(value) } }
                try BoxPatch.replace(["moov", "trak", "mdia", "minf", "stbl", "stts"], with: writer.bytes, in: &bytes)
            }),
        .media(
            "B10", "the video starts with an empty edit", ValidMedia.videoOnly,
            .plan {
                $0.renditions[0].tracks[0].description.edits = [.empty(20), TrackEdit(duration: 0, mediaTime: 0)]
            }),
        .media(
            "B15", "a CMAF header has no pixel aspect ratio", cmaf,
            .bytes("video/init.mp4") { try BoxPatch.rename(entry + ["pasp"], to: "free", in: &$0) }),
        .media(
            "B19", "metadata is outside the movie box", ValidMedia.videoOnly,
            .bytes("video/init.mp4") { bytes in
                var writer = ByteWriter()
                writer.fullBox("meta") { _ in }
                bytes += writer.bytes
            }),
        .media(
            "B25", "the track header has another aspect ratio", ValidMedia.videoOnly,
            .bytes("video/init.mp4") { try BoxPatch.write([1, 0], at: 84, of: ["moov", "trak", "tkhd"], in: &$0) }),
        .media(
            "B26", "the audio timescale is 1000", ValidMedia.audioOnly,
            .plan { model in
                model.renditions[0].tracks[0].description.timescale = 1000
                model.renditions[0].tracks[0].sampleDuration = 21
            }),
    ]

    private static var cmaf: MediaModel {
        var model = ValidMedia.videoOnly
        model.renditions[0].brands = FileBrands(major: "cmfc", compatible: ["iso6", "cmfc"])
        return model
    }

    private static func run(_ change: @escaping @Sendable (inout MediaModel.Run) -> Void) -> MediaChange {
        .model { change(&$0.renditions[0].segments[2].fragments[0].runs[0]) }
    }

    static let fragmentBoxes: [RuleExample] = [
        .media("B4", "a fragment has no base offset mode", ValidMedia.videoOnly, run { $0.hasDefaultBase = false }),
        .media("B5", "a fragment has no decode time", ValidMedia.videoOnly, run { $0.hasTime = false }),
        .media("B6", "a live stream has 32-bit decode times", liveVideo, run { $0.timeVersion = 0 }),
        .media("B7", "a second track run has no data offset", ValidMedia.videoOnly, run { $0.isSplit = true }),
        .media(
            "B11", "a track run of version 0 has negative offsets", ValidMedia.videoOnly,
            run { run in
                run.runVersion = 0
                run.samples[2].offset = -512
                run.samples[1].offset = 512
            }),
        .media(
            "B12", "a dependent frame has a sync flag", ValidMedia.videoOnly, run { $0.samples[30].isSync = true }),
        .media("B12", "the first frame has no sync flag", ValidMedia.videoOnly, run { $0.samples[0].isSync = false }),
        .media(
            "B13", "fragments have equal sequence numbers", ValidMedia.videoOnly,
            .model { $0.renditions[0].segments[2].fragments[0].number = 1 }),
        .media(
            "B14", "a sample has no duration", ValidMedia.videoOnly,
            run { run in
                run.samples[10].duration = 0
                run.samples[11].duration = 1024
            }),
    ]

    private static var liveVideo: MediaModel {
        var model = ValidMedia.videoOnly
        model.isEnded = false
        return model
    }

    static let segmentBoxes: [RuleExample] = [
        .media(
            "B3", "the segment brand is unknown", ValidMedia.videoOnly,
            .plan { model in
                var writer = ByteWriter()
                writer.box("styp") { writer in
                    writer.write("abcd" as FourCC)
                    writer.write(UInt32(0))
                }
                model.renditions[0].prefix = writer.bytes
            }),
        .media(
            "B20", "the segment index has another timescale", ValidMedia.videoOnly,
            .plan { model in
                var writer = ByteWriter()
                writer.fullBox("sidx") { writer in
                    for value in [1, 1000, 0, 0] as [UInt32] { writer.write(value) }
                    writer.write(UInt32(0))
                }
                model.renditions[0].prefix = writer.bytes
            }),
        .media(
            "B21", "an event message follows its fragment", ValidMedia.videoOnly,
            .model { model in
                var writer = ByteWriter()
                writer.fullBox("emsg", version: 1) { $0.writeZeros(22) }
                model.renditions[0].segments[1].suffix = writer.bytes
            }),
        .media(
            "B22", "a reference time is an hour off", ValidMedia.videoOnly,
            .plan { model in
                var writer = ByteWriter()
                writer.fullBox("prft", version: 1) { writer in
                    writer.write(UInt32(1))
                    writer.writeZeros(8)
                    writer.write(UInt64(3600 * 15_360))
                }
                model.renditions[0].prefix = writer.bytes
            }),
        .media(
            "B29", "bytes follow the last box", ValidMedia.videoOnly,
            .model { $0.renditions[0].segments[1].suffix = [1, 2, 3, 4] }),
        .media(
            "B30", "the length of a NAL unit exceeds its sample", ValidMedia.videoOnly,
            .bytes("video/3.m4s") { bytes in
                let start = (try BoxPatch.find(["mdat"], in: bytes).last?.lowerBound ?? 0) + 8
                let second = start + 4 + Int(BoxPatch.word(bytes, start))
                bytes.replaceSubrange(second..<second + 2, with: [1, 0])
            }),
        .media(
            "B32", "a picture has the time of the IDR picture after it", ValidMedia.videoOnly,
            .model { $0.renditions[0].segments[2].fragments[0].runs[0].samples[59].offset = 512 }),
        .media(
            "B31", "reference pictures are missing", ValidMedia.videoOnly,
            .model {
                $0.renditions[0].segments[2].fragments[0].runs[0].samples[7].head =
                    [0x01, 0x88, 0x9f] + [UInt8](repeating: 0xff, count: 20)
            }),
    ]
}
