import Foundation
import Testing

/// Transport streams whose audio begins after the video.
@Suite struct LateAudioStreamTests {
    /// Parsers announce a format without a decoder configuration when a gap precedes the first packet.
    private static func stream(_ codec: String) async throws -> URL {
        try await made(
            "late-\(codec).ts",
            byFFmpeg: [
                "-f", "lavfi", "-i", "testsrc2=size=320x180:rate=25:duration=8", "-itsoffset", "5",
                "-f", "lavfi", "-i", "sine=frequency=440:sample_rate=48000:duration=3", "-c:v", "libx264",
                "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-g", "25", "-c:a", codec,
            ])
    }

    @Test(arguments: ["aac", "ac3", "libmp3lame", "libopus"])
    func audioOfAFileBeginsLate(codec: String) async throws {
        let path = try await Self.stream(codec).path
        try await expectLateAudio("file.read, with: { path: '\(path)' }")
    }

    @Test func audioOfALiveStreamBeginsLate() async throws {
        let path = try await Self.stream("aac").path
        try await expectLateAudio("capture.coded-launch, with: { launch: '\(Self.live(path))' }", "--duration", "7s")
    }

    /// A stream without audio, and one with audio that continues it.
    private static func parts() async throws -> [Data] {
        let video = ["-f", "lavfi", "-i", "testsrc2=size=320x180:rate=25:duration=5"]
        let audio = ["-f", "lavfi", "-i", "sine=sample_rate=48000:duration=5"]
        let encoding = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-g", "25", "-c:a", "aac"]
        let first = try await made("without-audio.ts", byFFmpeg: video + encoding)
        let second = try await made("with-audio.ts", byFFmpeg: video + audio + encoding + ["-output_ts_offset", "5"])
        return [try Data(contentsOf: first), try Data(contentsOf: second)]
    }

    @Test func newProgramMapAddsAudio() async throws {
        try await Scratch.use { scratch in
            let file = scratch.file("program.ts")
            try await Data(Self.parts().joined()).write(to: file)
            try await expectLateAudio(
                "capture.coded-launch, with: { launch: '\(Self.live(file.path))' }", "--duration", "9s")
        }
    }

    /// A live source whose file ends is opened again, and finds the next file.
    @Test func nextFileAddsAudio() async throws {
        try await Scratch.use { scratch in
            let (file, parts) = (scratch.file("next.ts"), try await Self.parts())
            try parts[0].write(to: file)
            try await expectLateAudio(
                "capture.coded-launch, with: { launch: '\(Self.live(file.path))' }", "--duration", "9s"
            ) { run, scratch in
                let segment = scratch.file("out/video/segment-00001.m4s").path
                _ = try await eventually(within: 30) {
                    FileManager.default.fileExists(atPath: segment) || !run.isRunning
                }
                try parts[1].write(to: file, options: .atomic)
            }
        }
    }

    /// A stream whose program map announces AC-3, then MP2, which segments do not carry, then AAC.
    @Test func audioChangesItsCodec() async throws {
        var stream = Data()
        for (index, codec) in ["ac3", "mp2", "aac"].enumerated() {
            let part = try await made(
                "audio-\(codec).ts",
                byFFmpeg: [
                    "-f", "lavfi", "-i", "testsrc2=size=320x180:rate=25:duration=3", "-f", "lavfi", "-i",
                    "sine=sample_rate=48000:duration=3", "-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt",
                    "yuv420p",
                    "-g", "25", "-c:a", codec, "-output_ts_offset", "\(3 * index)",
                ])
            stream += try Data(contentsOf: part)
        }
        try await Scratch.use { scratch in
            let file = scratch.file("codecs.ts")
            try stream.write(to: file)
            let pipeline = try scratch.write(
                "codecs.yaml",
                """
                pipeline: codecs
                stages:
                  feed: { use: capture.coded-launch, with: { launch: '\(Self.live(file.path))', on-loss: fail } }
                  segments: { use: fmp4.segment, from: feed, with: { interval: 1s } }
                  playlists: { use: hls.playlist, from: segments, with: { type: event } }
                  folder: { use: file.folder, from: playlists, with: { path: out } }

                """)
            let outcome = try await scratch.sluice("run", pipeline.path, "--duration", "9s", limit: 60).succeeded()
            #expect(outcome.errors.matches(of: /left out: audio of .* layer 2/).count == 1, "\(outcome.errors)")
            let presentation = try Presentation(folder: scratch.file("out"))
            let video = try await presentation.rendition("video", in: scratch)
            #expect(video.playlist.segments.map(\.duration).reduce(0, +) > 8)
            let audio = try String(contentsOf: scratch.file("out/audio/playlist.m3u8"), encoding: .utf8)
            #expect(audio.contains("#EXT-X-GAP") && audio.matches(of: /#EXT-X-MAP/).count == 2, "\(audio)")
            let index = try String(contentsOf: presentation.multivariantURL, encoding: .utf8)
            #expect(index.contains("ac-3") && index.contains("mp4a.40.2"), "\(index)")
        }
    }

    private static func live(_ path: String) -> String {
        "filesrc location=\(path) ! tsparse set-timestamps=true ! identity sync=true ! tsdemux"
    }

    private func expectLateAudio(
        _ source: String, _ arguments: String...,
        whileRunning: (RunningProgram, Scratch) async throws -> Void = { _, _ in }
    ) async throws {
        try await Scratch.use { scratch in
            let file = try scratch.write(
                "late.yaml",
                """
                pipeline: late
                stages:
                  feed: { use: \(source) }
                  segments: { use: fmp4.segment, from: feed, with: { interval: 2s } }
                  playlists: { use: hls.playlist, from: segments, with: { type: event } }
                  folder: { use: file.folder, from: playlists, with: { path: out } }

                """)
            let run = try scratch.command(["run", file.path] + arguments).start()
            defer { run.end() }
            try await whileRunning(run, scratch)
            _ = try await run.outcome(within: 60).succeeded()
            let presentation = try Presentation(folder: scratch.file("out"))
            #expect(presentation.renditions.count == 2)
            let video = try await presentation.rendition("video", in: scratch).packets(in: scratch)
            let audio = try await presentation.rendition("audio", in: scratch).packets(in: scratch)
            #expect(try audio.start("audio") - video.start("video") > 4.5)
        }
    }
}
