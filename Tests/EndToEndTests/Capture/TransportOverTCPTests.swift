import Foundation
import Testing

/// Transport streams whose source has no times of arrival.
@Suite(.serialized) struct TransportOverTCPTests {
    @Test(arguments: ["capture.coded-launch", "capture.launch"])
    func aStreamOverTCPHasTheTimesOfItsSender(kind: String) async throws {
        try await Scratch.use { scratch in
            let port = Int(freePort())
            let isCoded = kind == "capture.coded-launch"
            let encoding = """
                  video: { use: video.encode, from: feed, with: { codec: h264, preset: ultrafast } }
                  audio: { use: audio.encode, from: feed }

                """
            let file = try scratch.write(
                "tcp.yaml",
                """
                pipeline: tcp
                stages:
                  feed: { use: \(kind), with: { launch: "tcpserversrc host=127.0.0.1 port=\(port)", duration: 3s } }
                \(isCoded ? "" : encoding)\
                  segments: { use: fmp4.segment, from: \(isCoded ? "feed" : "[video, audio]"), with: { interval: 1s } }
                  playlists: { use: hls.playlist, from: segments, with: { type: event, target-duration: 2s } }
                  folder: { use: file.folder, from: playlists, with: { path: out } }

                """)
            let media = scratch.file("media.ts")
            _ = try await scratch.run(
                "ffmpeg",
                [
                    "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=25:duration=8", "-f", "lavfi", "-i",
                    "sine=440:duration=8:sample_rate=48000", "-c:v", "libx264", "-preset", "ultrafast", "-g", "25",
                    "-pix_fmt", "yuv420p", "-c:a", "aac", media.path,
                ]
            ).succeeded()
            let run = try scratch.command(["run", file.path]).start()
            defer { run.end() }
            let isAwaited = try await eventually(within: 30) {
                run.errors.contains("waiting for its sender") || !run.isRunning
            }
            try #require(isAwaited && run.isRunning, "\(run.errors)")
            let sender = try Command(
                program: "/usr/bin/ffmpeg",
                arguments: [
                    "-v", "error", "-re", "-i", media.path, "-c", "copy", "-f", "mpegts", "tcp://127.0.0.1:\(port)",
                ], folder: scratch.folder
            ).start()
            defer { sender.end() }
            let outcome = try await run.outcome(within: 40).succeeded()
            #expect(!outcome.errors.contains("no presentation time"), "\(outcome)")
            let presentation = try Presentation(folder: scratch.file("out"))
            #expect(presentation.renditions.count == 2)
        }
    }
}
