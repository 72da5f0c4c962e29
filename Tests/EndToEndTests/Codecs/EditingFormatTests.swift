import Foundation
import Testing

/// Uncompressed audio, ProRes and JPEG: recorded in movies, and refused by segments with a remedy.
@Suite struct EditingFormatTests {
    private static let pattern = ["-f", "lavfi", "-i", "testsrc2=size=128x96:rate=25:duration=2"]
    private static let tone = ["-f", "lavfi", "-i", "sine=440:duration=2:sample_rate=48000"]

    @Test(
        arguments: [
            ("prores.mov", "prores_ks", "ProRes video"), ("jpeg.mov", "mjpeg", "JPEG video"),
            ("mjpeg.avi", "mjpeg", "JPEG"),
        ],
        ["apple-hls", "cmaf"])
    func segmentsRefuseFormatsForEditing(shape: (String, String, String), profile: String) async throws {
        try await Scratch.use { scratch in
            let input = try await made(shape.0, byFFmpeg: Self.pattern + ["-c:v", shape.1])
            let output = scratch.file("out")
            let outcome = try await scratch.sluice(
                "segment", input.path, output.path, "--interval", "1s", "--profile", profile)
            #expect(outcome.code == 1, "\(outcome)")
            #expect(outcome.errors.contains(shape.2) && outcome.errors.contains("--encode"), "\(outcome)")
        }
    }

    @Test(arguments: ["mov", "mp4"]) func containersAreRecordedByteForByte(type: String) async throws {
        try await Scratch.use { scratch in
            let input = try await made(
                "editing-\(type).mkv",
                byFFmpeg: Self.pattern + Self.tone + ["-c:v", "mjpeg", "-ac", "2", "-c:a", "pcm_s24le"])
            let recording = scratch.file("recording.\(type)")
            let text = """
                pipeline: test
                stages:
                  file: { use: file.read, with: { path: "\(input.path)" } }
                  record: { use: file.movie, from: file, with: { path: "\(recording.path)" } }

                """
            let file = try scratch.write("record.yaml", text)
            _ = try await scratch.sluice("run", file.path).succeeded()
            for stream in type == "mov" ? ["0:v", "0:a"] : ["0:v"] {
                var sums: [String] = []
                for url in [input, recording] {
                    sums.append(
                        try await scratch.run(
                            "ffmpeg", ["-v", "error", "-i", url.path, "-map", stream, "-c", "copy", "-f", "md5", "-"]
                        ).succeeded().output)
                }
                #expect(sums[0] == sums[1] && sums[0].hasPrefix("MD5="), "\(stream): \(sums)")
            }
            let shown = try await scratch.sluice("inspect", recording.path).succeeded().output
            #expect(shown.contains(type == "mov" ? "in24" : "ipcm"), "\(shown)")
        }
    }

    @Test func uncompressedAudioOfWAVIsSegmented() async throws {
        try await Scratch.use { scratch in
            let input = try await made("segmented.wav", byFFmpeg: Self.tone + ["-c:a", "pcm_s16le"])
            let presentation = try await SharedRuns.shared.presentation(
                ["segment", input.path, "OUTPUT", "--interval", "1s", "--profile", "cmaf"])
            #expect(presentation.multivariant.variants.first?.attributes["CODECS"] == "ipcm")
        }
    }

    @Test func capturesAreEncodedForEditing() async throws {
        try await Scratch.use { scratch in
            let recording = scratch.file("recording.mov")
            let text = """
                pipeline: test
                stages:
                  picture: { use: test.video, with: { size: 128x96, rate: 25, duration: 1s } }
                  sound: { use: test.audio, with: { rate: 48000, channels: 2, duration: 1s } }
                  video: { use: video.encode, from: picture, with: { codec: prores, profile: hq } }
                  audio: { use: audio.encode, from: sound, with: { codec: pcm } }
                  record: { use: file.movie, from: [video, audio], with: { path: "\(recording.path)" } }

                """
            let file = try scratch.write("record.yaml", text)
            _ = try await scratch.sluice("run", file.path).succeeded()
            let probed = try await scratch.run(
                "ffprobe",
                [
                    "-v", "error", "-show_entries", "stream=codec_name,profile,nb_frames", "-of", "csv=p=0",
                    recording.path,
                ]
            ).succeeded().output.split(separator: "\n").map(String.init)
            #expect(probed.contains("prores,HQ,25"), "\(probed)")
            #expect(probed.contains { $0.hasPrefix("pcm_s") && $0.hasSuffix(",48000") }, "\(probed)")
        }
    }
}
