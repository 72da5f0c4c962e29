import Foundation
import Testing

/// The colours and the levels of encoded video are those of the input, and none are invented.
@Suite struct DeclaredColourTests {
    struct Colours: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var options: [String]
    }

    static let inputs = [
        Colours(testDescription: "none", options: []),
        Colours(testDescription: "full range only", options: ["-color_range", "pc"]),
        Colours(
            testDescription: "full range of BT.709",
            options: ["-color_range", "pc", "-color_primaries", "bt709", "-color_trc", "bt709", "-colorspace", "bt709"]),
        Colours(
            testDescription: "PAL",
            options: ["-color_primaries", "bt470bg", "-color_trc", "bt709", "-colorspace", "bt470bg"]),
        Colours(
            testDescription: "sRGB",
            options: ["-color_primaries", "bt709", "-color_trc", "iec61966-2-1", "-colorspace", "bt709"]),
    ]

    @Test(arguments: inputs, ["mp4", "mkv", "ts"])
    func encodedVideoHasTheColoursOfTheInput(input: Colours, container: String) async throws {
        try await Scratch.use { scratch in
            let movie = try await made(
                "colours.\(container)",
                byFFmpeg: [
                    "-f", "lavfi", "-i", "testsrc2=size=320x180:rate=25:duration=1", "-c:v", "libx264", "-preset",
                    "ultrafast", "-pix_fmt", "yuv420p",
                ] + input.options)
            let presentation = try await scratch.segment(movie, into: "out", "--interval", "1s", "--encode")
            let file = try await presentation.rendition("video", in: scratch).joined(in: scratch)
            #expect(try await Self.colours(file, in: scratch) == Self.colours(movie, in: scratch))
            let difference = try await Self.level(file, in: scratch) - Self.level(movie, in: scratch)
            #expect(abs(difference) < 1, "a conversion of the range changes all levels")
        }
    }

    /// Returns range, primaries, transfer and matrix as ffprobe shows them, which repeats the streams of programs.
    private static func colours(_ file: URL, in scratch: Scratch) async throws -> Set<Substring> {
        let output = try await scratch.run(
            "ffprobe",
            [
                "-v", "error", "-select_streams", "v:0", "-show_entries",
                "stream=color_range,color_primaries,color_transfer,color_space", "-of", "default=nw=1", file.path,
            ]
        ).succeeded().output
        return Set(output.replacing("color_range=tv\n", with: "color_range=unknown\n").split(separator: "\n"))
    }

    /// Returns the mean luma of all frames.
    private static func level(_ file: URL, in scratch: Scratch) async throws -> Double {
        let output = try await scratch.run(
            "ffmpeg",
            [
                "-v", "error", "-i", file.path, "-map", "0:v:0", "-vf",
                "signalstats,metadata=print:key=lavfi.signalstats.YAVG:file=-", "-f", "null", "-",
            ]
        ).succeeded().output
        let levels = output.matches(of: /YAVG=([0-9.]+)/).compactMap { Double($0.1) }
        return levels.reduce(0, +) / Double(max(1, levels.count))
    }
}
