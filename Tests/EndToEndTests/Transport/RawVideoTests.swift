import Foundation
import Testing

/// H.264, HEVC and AV1 without a container: times follow from the order of pictures, judged by ffmpeg's decoder.
@Suite struct RawVideoTests {
    struct Stream: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let codec: [String]
        var ending = "264"
        var rate = "25"
        /// Whether the stream has lengths before its units (AV1 specification annex B).
        var hasLengths = false
        /// The options of streams that declare no rate.
        var options: [String] { ending == "obu" ? ["--frame-rate", rate] : [] }
    }

    private static let x264 = ["-c:v", "libx264", "-x264-params"]
    private static let x265 = ["-c:v", "libx265", "-x265-params"]
    static let streams = [
        Stream(testDescription: "decode order", codec: x264 + ["bframes=0:keyint=25"]),
        Stream(testDescription: "pyramid", codec: x264 + ["bframes=7:b-pyramid=normal:b-adapt=0:keyint=50"]),
        Stream(testDescription: "open groups", codec: x264 + ["bframes=3:open-gop=1:keyint=25"], rate: "30000/1001"),
        Stream(testDescription: "interlaced", codec: x264 + ["interlaced=1:bframes=2:keyint=25"]),
        Stream(testDescription: "HEVC", codec: x265 + ["log-level=error:bframes=4:keyint=25"], ending: "265"),
        Stream(
            testDescription: "HEVC open groups", codec: x265 + ["log-level=error:bframes=4:open-gop=1:keyint=25"],
            ending: "265", rate: "24000/1001"),
        Stream(testDescription: "AV1", codec: aom, ending: "obu", rate: "30000/1001"),
        Stream(testDescription: "AV1 with lengths", codec: aom, ending: "obu", hasLengths: true),
    ]
    /// Frames that are coded earlier than they are shown are part of the temporal units of other frames.
    private static let aom = ["-c:v", "libaom-av1", "-cpu-used", "8", "-lag-in-frames", "19", "-g", "25"]

    private static func file(_ stream: Stream, _ scratch: Scratch) async throws -> URL {
        let made = try await encoded(stream)
        guard stream.hasLengths else { return made }
        let file = scratch.file("lengths.obu")
        _ = try await scratch.run(
            "gst-launch-1.0",
            ["-q", "filesrc", "location=\(made.path)", "!", "av1parse", "!"]
                + ["video/x-av1,stream-format=annexb,alignment=tu", "!", "filesink", "location=\(file.path)"]
        ).succeeded()
        return file
    }

    private static func encoded(_ stream: Stream) async throws -> URL {
        try await made(
            "raw-\(stream.testDescription.replacing(" ", with: "-")).\(stream.ending)",
            byFFmpeg: ["-f", "lavfi", "-i", "testsrc2=size=160x96:rate=\(stream.rate):duration=4"] + stream.codec)
    }

    /// The digests of the shown frames.
    private static func frames(_ path: String, _ scratch: Scratch) async throws -> [Substring] {
        let listed = try await scratch.run(
            "ffmpeg", ["-v", "fatal", "-i", path, "-map", "0:v", "-fps_mode", "passthrough", "-f", "framemd5", "-"]
        ).succeeded().output
        return listed.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { $0.split(separator: " ").last }
    }

    @Test(arguments: streams) func picturesAreShownInTheirOrderAtTheirRate(_ stream: Stream) async throws {
        try await Scratch.use { scratch in
            let input = try await Self.file(stream, scratch)
            let output = scratch.file("out")
            let arguments = ["segment", input.path, output.path, "--interval", "2s"] + stream.options
            _ = try await scratch.command(arguments).run().succeeded()
            let playlist = output.appending(path: "index.m3u8").path
            // ffmpeg's reader of lengths leaves out the last temporal unit.
            let expected = try await Self.frames(try await Self.encoded(stream).path, scratch)
            #expect(try await Self.frames(playlist, scratch) == expected)
            #expect(expected.count > 90)
            let times = try await scratch.run(
                "ffprobe", ["-v", "error", "-show_entries", "packet=pts_time", "-of", "csv=p=0", playlist]
            ).succeeded().output.split(separator: "\n").compactMap { Double($0.prefix { $0 != "," }) }.sorted()
            let rate = stream.rate.split(separator: "/").compactMap { Double($0) }
            let step = (rate.count > 1 ? rate[1] : 1) / rate[0]
            for (first, second) in zip(times, times.dropFirst()) { #expect(abs(second - first - step) < 0.0001) }
        }
    }

    @Test func aStreamWithoutARateNeedsOne() async throws {
        try await Scratch.use { scratch in
            let input = try await Self.encoded(
                Stream(
                    testDescription: "no rate", codec: Self.x265 + ["log-level=error:no-vui-timing-info=1:keyint=25"],
                    ending: "265"))
            let refused = try await scratch.sluice("segment", input.path, scratch.file("refused").path)
            #expect(refused.code == 1 && refused.errors.contains("segment --frame-rate"), "\(refused)")
            let output = scratch.file("out")
            _ = try await scratch.sluice("segment", input.path, output.path, "--frame-rate", "50").succeeded()
            let duration = try await scratch.run(
                "ffprobe",
                ["-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", "\(output.path)/index.m3u8"]
            ).succeeded().output
            #expect(abs((Double(duration.trimmingPrefix(" ").prefix { $0 != "\n" }) ?? 0) - 2) < 0.01)
            let other = try await scratch.sluice(
                "segment",
                try await made(
                    "raw-other.mp4",
                    byFFmpeg: ["-f", "lavfi", "-i", "testsrc2=size=160x90:duration=1", "-c:v", "libx264"]
                ).path, scratch.file("other").path, "--frame-rate", "50")
            #expect(other.code == 64 && other.errors.contains("without a container"), "\(other)")
        }
    }
}
