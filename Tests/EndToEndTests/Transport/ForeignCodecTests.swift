import Foundation
import Testing

/// Codecs that transport streams, IVF and FLV files contain are carried, or refused with their name and a remedy.
@Suite struct ForeignCodecTests {
    struct Shape: CustomTestStringConvertible, Sendable {
        var name: String
        /// Arguments of ffmpeg after the inputs: video and audio.
        var arguments: [String]
        /// A file of ffmpeg with these arguments that is copied first.
        var original: (name: String, arguments: [String])?
        /// The message, which fails the run if there is no other track; nil for files that are carried.
        var message: String?
        var testDescription: String { name }
    }

    private static let vp9 = ["-map", "0", "-c:v", "libvpx-vp9", "-cpu-used", "8", "-b:v", "100k"]
    private static let vp8 = ["-map", "0", "-c:v", "libvpx", "-cpu-used", "8", "-b:v", "100k"]
    private static let av1 = ["-map", "0", "-c:v", "libaom-av1", "-cpu-used", "8", "-b:v", "100k"]
    private static let avc = ["-map", "0", "-c:v", "libx264", "-g", "25"]
    private static let copying = ["-map", "2", "-c", "copy"]
    private static let container = "not read from transport streams; copy the original into"

    static let shapes = [
        Shape(
            name: "vp9.ts", arguments: copying, original: ("vp9.webm", vp9),
            message: "(VP9 video), which is \(container) MP4, Matroska or WebM first"),
        Shape(
            name: "vp8.ts", arguments: copying, original: ("vp8.webm", vp8),
            message: "(VP8 video), which is \(container) Matroska or WebM first"),
        Shape(
            name: "av1.ts", arguments: copying, original: ("av1.ivf", av1),
            message: "(AV1 video), which is \(container) MP4, Matroska or WebM first"),
        Shape(name: "opus.ts", arguments: avc + ["-map", "1", "-c:a", "libopus"]),
        Shape(name: "vp9.ivf", arguments: vp9), Shape(name: "vp8.ivf", arguments: vp8),
        Shape(name: "av1.ivf", arguments: av1),
        Shape(name: "avc.flv", arguments: avc + ["-map", "1", "-c:a", "aac", "-ar", "44100"]),
        Shape(
            name: "spark.flv", arguments: ["-map", "0", "-c:v", "flv"],
            message: "(Sorenson Spark Video), which HLS in fragmented MP4 does not carry; encode it"),
        Shape(
            name: "nelly.flv", arguments: ["-map", "1", "-c:a", "nellymoser", "-ar", "44100"],
            message: "(Nellymoser Asao), which HLS in fragmented MP4 does not carry; encode it"),
        Shape(
            name: "swf.flv", arguments: ["-map", "1", "-c:a", "adpcm_swf", "-ar", "44100"],
            message: "(Shockwave ADPCM), which HLS in fragmented MP4 does not carry; encode it"),
    ]

    private static let inputs = [
        "-f", "lavfi", "-i", "testsrc=duration=2:size=160x90:rate=25", "-f", "lavfi", "-i",
        "sine=duration=2:sample_rate=48000",
    ]

    private static func file(_ shape: Shape) async throws -> URL {
        var inputs = inputs
        if let original = shape.original {
            inputs += ["-i", try await made(original.name, byFFmpeg: inputs + original.arguments).path]
        }
        return try await made(shape.name, byFFmpeg: inputs + shape.arguments)
    }

    @Test(arguments: shapes) func codecIsCarriedOrRefusedByName(shape: Shape) async throws {
        try await Scratch.use { scratch in
            let outcome = try await scratch.sluice("segment", try await Self.file(shape).path, "out")
            if let message = shape.message {
                #expect(outcome.code == 1 && outcome.errors.contains(message), "\(outcome)")
            } else {
                #expect(outcome.code == 0 && !outcome.errors.contains("left out"), "\(outcome)")
            }
        }
    }

    /// Codecs of Enhanced RTMP, which GStreamer's demuxer does not support.
    @Test(arguments: [("hvc1", "HEVC"), ("av01", "AV1"), ("vp09", "VP9"), ("????", "a codec of Enhanced RTMP")])
    func enhancedFlashVideoIsRefused(code: String, name: String) async throws {
        func tag(_ content: [UInt8]) -> [UInt8] {
            [9, 0, 0, UInt8(content.count), 0, 0, 0, 0, 0, 0, 0] + content + [0, 0, 0, UInt8(content.count + 11)]
        }
        try await Scratch.use { scratch in
            let start: [UInt8] = Array("FLV".utf8) + [1, 1, 0, 0, 0, 9, 0, 0, 0, 0]
            let bytes =
                start + tag([0x90] + Array(code.utf8) + [1, 2, 3]) + tag([0x91] + Array(code.utf8) + [1, 2, 3])
            try Data(bytes).write(to: scratch.file("a.flv"))
            for options in [[], ["--encode"]] {
                let outcome = try await scratch.command(["segment", "a.flv", "out"] + options).run()
                #expect(outcome.code == 1, "\(outcome)")
                #expect(outcome.errors.contains("\(name) in FLV is not read; copy the file into MP4 or Matroska first"))
            }
        }
    }

    /// The remedy of messages that advise to encode.
    @Test(arguments: shapes.filter { $0.message?.hasSuffix("encode it") ?? false })
    func refusedCodecIsEncoded(shape: Shape) async throws {
        try await Scratch.use { scratch in
            _ = try await scratch.sluice("segment", try await Self.file(shape).path, "out", "--encode").succeeded()
        }
    }
}
