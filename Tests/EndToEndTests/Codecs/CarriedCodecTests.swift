import Foundation
import Testing

/// Codecs without a decoder: carried unchanged, named, and refused by profiles that do not support them.
@Suite(.serialized) struct CarriedCodecTests {
    struct Shape: Sendable, CustomStringConvertible {
        var description: String
        var codec: String
        var make: @Sendable () async throws -> URL
        /// Additional attributes of the variant.
        var attributes: [String: String] = [:]
        var isRefusedByApple = false
    }

    private static func audio(_ code: String, _ type: String, _ config: String, _ codec: String) -> Shape {
        Shape(description: code, codec: codec) {
            try await EntryMovie.audio(code) { old in
                EntryMovie.entry(old, code, fields: 28, EntryMovie.box(type, EntryMovie.hex(config)))
            }
        }
    }

    private static func dolbyVision(
        _ name: String, _ code: String, _ profile: UInt8, _ compatibility: UInt8, _ codec: String,
        _ attributes: [String: String]
    ) -> Shape {
        Shape(
            description: name, codec: codec,
            make: {
                try await EntryMovie.hevc(name) { old in
                    let kept = EntryMovie.boxes(Data(old.dropFirst(86))).filter { $0.type == "hvcC" }.map(\.bytes)
                    let record = Data([1, 0, profile << 1, 6 << 3 | 5, compatibility << 4]) + Data(count: 19)
                    let type = profile <= 7 ? "dvcC" : "dvvC"
                    return EntryMovie.entry(
                        old, code, fields: 78, kept.reduce(Data(), +) + EntryMovie.box(type, record))
                }
            }, attributes: attributes)
    }

    static let shapes: [Shape] = [
        audio("ac-4", "dac4", "20a401400000001fffffffe0010ff880000042000002501000000308c0", "ac-4.02.01.00"),
        audio("mhm1", "mhaC", "010d0600040d190180", "mhm1.0x0D"),
        audio("mha1", "mhaC", "010d0600040d190180", "mha1.0x0D"),
        audio(
            "iamf", "iacb", "011ef80669616d6600000014004f707573c007fffc010201380000bb80000000", "iamf.000.000.Opus"),
        audio("dtsc", "ddts", "0000bb8000170cdc00170cdc1803247dc0000f00", "dtsc"),
        audio("dtsx", "udts", "05200000003f8000", "dtsx"),
        Shape(
            description: "LCEVC", codec: "lvc1.vprf0.vlev4",
            make: {
                try await EntryMovie.video("lcevc") { old in
                    let config = EntryMovie.hex("01000440ff0000028000000168ff00")
                    return EntryMovie.entry(old, "lvc1", fields: 78, EntryMovie.box("lvcC", config))
                }
            }, isRefusedByApple: true),
        Shape(
            description: "unknown", codec: "xyz1",
            make: {
                try await EntryMovie.video("unknown") { old in
                    EntryMovie.entry(old, "xyz1", fields: 78, EntryMovie.box("cfg1", Data([1, 2, 3])))
                }
            }, isRefusedByApple: true),
        Shape(
            description: "MV-HEVC", codec: "hvc1.1.6.L60.90",
            make: {
                try await EntryMovie.hevc("mvhevc") { old in
                    let views = EntryMovie.hex("00000015657965730000000d737472690000000003")
                    return EntryMovie.box(
                        "hvc1",
                        Data(old.dropFirst(8)) + EntryMovie.box("lhvC", Data([1, 0xf0, 0, 0xfc, 0xcf, 0]))
                            + EntryMovie.box("vexu", views))
                }
            }, attributes: ["REQ-VIDEO-LAYOUT": "CH-STEREO"]),
        dolbyVision("DolbyVision5", "dvh1", 5, 0, "dvh1.05.06", ["VIDEO-RANGE": "PQ"]),
        dolbyVision(
            "DolbyVision81", "hvc1", 8, 1, "hvc1.1.6.L60.90",
            ["VIDEO-RANGE": "PQ", "SUPPLEMENTAL-CODECS": "dvh1.08.06/db1p"]),
        dolbyVision(
            "DolbyVision84", "hvc1", 8, 4, "hvc1.1.6.L60.90",
            ["VIDEO-RANGE": "HLG", "SUPPLEMENTAL-CODECS": "dvh1.08.06/db4h"]),
    ]

    @Test(arguments: shapes, profiles) func entriesAreCarriedAndNamed(shape: Shape, profile: String) async throws {
        try await Scratch.use { scratch in
            let (input, output) = (try await shape.make(), scratch.file("out"))
            let outcome = try await scratch.sluice(
                "segment", input.path, output.path, "--interval", "1s", "--profile", profile)
            if shape.isRefusedByApple, profile == "apple-hls" {
                #expect(outcome.code == 1 && outcome.errors.contains("cmaf"), "\(outcome)")
                #expect(!outcome.errors.contains("--encode"), "no decoder is there: \(outcome)")
                return
            }
            _ = try outcome.succeeded()
            let presentation = try Presentation(folder: output)
            let attributes = try #require(presentation.multivariant.variants.first).attributes
            #expect(attributes["CODECS"] == shape.codec)
            for name in ["VIDEO-RANGE", "SUPPLEMENTAL-CODECS", "REQ-VIDEO-LAYOUT"] {
                #expect(attributes[name] == shape.attributes[name], "\(name)")
            }
            let report = try await scratch.sluice("validate", "--profile", "rfc", "--json", output.path)
            #expect(!report.output.contains("\"R83\"") && !report.output.contains("\"B17\""), "\(report)")
            let header = scratch.file("init.mp4")
            try presentation.renditions[0].initialization().write(to: header)
            let dump = try await scratch.sluice("inspect", header.path)
            #expect(dump.output.contains(shape.codec.prefix(4)), "\(dump)")
        }
    }

    @Test(
        arguments: [
            ("truehd.mp4", ["-ac", "2", "-c:a", "truehd"], "mlpa"), ("sowt.mov", ["-c:a", "pcm_s16le"], "ipcm"),
            ("twos.mov", ["-c:a", "pcm_s24be"], "ipcm"), ("raw.mov", ["-c:a", "pcm_s16be"], "ipcm"),
            ("dts.mp4", ["-c:a", "dca"], "mp4a.A9"), ("ac3.mp4", ["-ar", "44100", "-c:a", "ac3"], "ac-3"),
        ] as [(String, [String], String)])
    func audioOfOthersIsPassedOnByteForByte(name: String, coding: [String], codec: String) async throws {
        try await Scratch.use { scratch in
            let input = try await made(
                name,
                byFFmpeg: ["-f", "lavfi", "-i", "sine=frequency=440:sample_rate=48000:duration=2"] + coding
                    + ["-strict", "-2"])
            let presentation = try await SharedRuns.shared.presentation(
                ["segment", input.path, "OUTPUT", "--interval", "1s", "--profile", "cmaf"])
            #expect(presentation.multivariant.variants.first?.attributes["CODECS"] == codec)
            let file = try await presentation.rendition("audio", in: scratch).joined(in: scratch)
            // The packets of PCM have another length; their concatenated bytes are equal.
            let sums = try await [input, file].asyncMap { url in
                try await scratch.run(
                    "ffmpeg",
                    [
                        "-v", "error", "-ignore_editlist", "1", "-i", url.path, "-map", "0:a", "-c", "copy", "-f",
                        "md5", "-",
                    ]
                )
                .succeeded().output
            }
            #expect(sums[0] == sums[1] && sums[0].hasPrefix("MD5="), "\(sums)")
        }
    }

    @Test(arguments: [("hev1", "hvc1"), ("avc3", "avc1")])
    func parameterSetsInSamplesStayForCMAFAlone(entry: String, converted: String) async throws {
        try await Scratch.use { scratch in
            let coding =
                entry == "hev1"
                ? ["-c:v", "libx265", "-x265-params", "log-level=error:open-gop=0:keyint=30:repeat-headers=1"]
                : ["-c:v", "libx264", "-bsf:v", "dump_extra", "-pix_fmt", "yuv420p"]
            let input = try await made(
                "\(entry).mp4",
                byFFmpeg: ["-f", "lavfi", "-i", "testsrc2=size=320x180:rate=30:duration=2"] + coding + [
                    "-preset", "ultrafast", "-g", "30", "-tag:v", entry,
                ])
            for (profile, expected) in [("cmaf", entry), ("apple-hls", converted)] {
                let presentation = try await SharedRuns.shared.presentation(
                    ["segment", input.path, "OUTPUT", "--interval", "1s", "--profile", profile])
                let codecs = presentation.multivariant.variants.first?.attributes["CODECS"]
                #expect(codecs?.hasPrefix(expected + ".") == true)
                for player in Player.allCases { _ = try await player.play(presentation.multivariantURL, in: scratch) }
            }
        }
    }

    @Test(arguments: ["webm", "mkv"]) func hiddenFramesOfVP9BecomeSamplesWithTheShownOnes(container: String)
        async throws
    {
        try await Scratch.use { scratch in
            let whole = try await made(
                "superframes.webm",
                byFFmpeg: [
                    "-f", "lavfi", "-i", "testsrc2=size=320x180:rate=30:duration=2", "-c:v", "libvpx-vp9", "-b:v",
                    "200k", "-g", "30", "-auto-alt-ref", "1", "-lag-in-frames", "25", "-cpu-used", "8",
                ])
            let input = try await made(
                "hidden.\(container)", byFFmpeg: ["-i", whole.path, "-c", "copy", "-bsf:v", "vp9_superframe_split"])
            let presentation = try await SharedRuns.shared.presentation(
                ["segment", input.path, "OUTPUT", "--interval", "1s"])
            let file = try await presentation.rendition("video", in: scratch).joined(in: scratch)
            #expect(try await PacketList(file, isRaw: true, in: scratch).packets("video").count == 60)
            for player in Player.allCases { _ = try await player.play(presentation.multivariantURL, in: scratch) }
        }
    }

    @Test func vp8OfWebMIsCarried() async throws {
        try await Scratch.use { scratch in
            let input = try await made(
                "vp8.webm",
                byFFmpeg: [
                    "-f", "lavfi", "-i", "testsrc2=size=320x180:rate=30:duration=2", "-c:v", "libvpx", "-b:v", "200k",
                    "-g", "30",
                ])
            let presentation = try await SharedRuns.shared.presentation(
                ["segment", input.path, "OUTPUT", "--interval", "1s", "--profile", "cmaf"])
            #expect(presentation.multivariant.variants.first?.attributes["CODECS"] == "vp08.00.10.08")
            let file = try await presentation.rendition("video", in: scratch).joined(in: scratch)
            #expect(try await ProbedStream.first("video", of: file, in: scratch).codec_name == "vp8")
            #expect(try await PacketList(file, isRaw: true, in: scratch).packets("video").count == 60)
            // inspect names the sample entry of the file.
            let dump = try await scratch.sluice("inspect", file.path).succeeded().output
            #expect(dump.contains("vp08.00.10.08") && !dump.contains("vp09"))
        }
    }

    @Test(arguments: ["vtt", "srt", "mp4"], profiles)
    func subtitlesAloneMakeAPresentation(container: String, profile: String) async throws {
        try await Scratch.use { scratch in
            let text = scratch.file("text.\(container == "vtt" ? "vtt" : "srt")")
            let cues =
                container == "vtt"
                ? "WEBVTT\n\n00:00.000 --> 00:02.000\nHello\n\n00:03.000 --> 00:07.000\nWorld\n"
                : "1\n00:00:00,000 --> 00:00:02,000\nHello\n\n2\n00:00:03,000 --> 00:00:07,000\nWorld\n"
            try cues.write(to: text, atomically: true, encoding: .utf8)
            var input = text
            if container == "mp4" {
                input = scratch.file("text.mp4")
                _ = try await scratch.run("ffmpeg", ["-v", "error", "-i", text.path, "-c:s", "mov_text", input.path])
                    .succeeded()
            }
            let output = scratch.file("out")
            _ = try await scratch.sluice(
                "segment", input.path, output.path, "--interval", "4s", "--profile", profile
            ).succeeded()
            let presentation = try Presentation(folder: output)
            #expect(presentation.multivariant.variants.map { $0.attributes["CODECS"] } == ["wvtt"])
            #expect(presentation.multivariant.variants.first?.attributes["SUBTITLES"] == "subtitles")
        }
    }
}

extension Sequence {
    fileprivate func asyncMap<Result>(_ transform: (Element) async throws -> Result) async rethrows -> [Result] {
        var results: [Result] = []
        for element in self { results.append(try await transform(element)) }
        return results
    }
}
