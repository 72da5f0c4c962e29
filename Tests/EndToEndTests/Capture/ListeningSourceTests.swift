import Foundation
import Testing

/// Sources that listen for their sender, and launch lines that end in a demuxer.
@Suite(.serialized) struct ListeningSourceTests {
    /// The receiver, the sender, and the stage, which determines whether coded samples are passed through.
    private static let lines: [(receiver: String, sender: String, kind: String)] = [
        (
            "udpsrc address=127.0.0.1 port=%d ! tsdemux", "mpegtsmux name=mux ! udpsink host=127.0.0.1 port=%d",
            "capture.coded-launch"
        ),
        (
            "srtsrc uri=srt://127.0.0.1:%d?mode=listener ! tsdemux",
            "mpegtsmux name=mux ! srtsink uri=srt://127.0.0.1:%d?mode=caller", "capture.launch"
        ),
        (
            "tcpserversrc host=127.0.0.1 port=%d",
            "matroskamux streamable=true name=mux ! tcpclientsink host=127.0.0.1 port=%d", "capture.coded-launch"
        ),
    ]

    @Test(arguments: lines)
    func aSenderThatComesLateIsWaitedFor(line: (receiver: String, sender: String, kind: String)) async throws {
        try await Scratch.use { scratch in
            let port = Int(freePort())
            let encoding = """
                  video: { use: video.encode, from: feed, with: { codec: h264, preset: ultrafast } }
                  audio: { use: audio.encode, from: feed }

                """
            let isCoded = line.kind == "capture.coded-launch"
            let file = try scratch.write(
                "late.yaml",
                """
                pipeline: late
                parameters: { port: 1 }
                stages:
                  feed: { use: \(line.kind), with: { launch: "\(line.receiver.replacing("%d", with: "${port}"))" } }
                \(isCoded ? "" : encoding)\
                  segments: { use: fmp4.segment, from: \(isCoded ? "feed" : "[video, audio]"), with: { interval: 1s } }
                  playlists: { use: hls.playlist, from: segments, with: { type: event, target-duration: 2s } }
                  folder: { use: file.folder, from: playlists, with: { path: out } }

                """)
            let run = try scratch.command(["run", file.path, "--set", "port=\(port)", "--duration", "3s"]).start()
            defer { run.end() }
            // The message appears after the timeout of other sources has elapsed.
            let isAwaited = try await eventually(within: 30) {
                run.errors.contains("waiting for its sender") || !run.isRunning
            }
            try #require(isAwaited && run.isRunning, "\(run.errors)")
            let target = line.sender.replacing("%d", with: "\(port)")
            let sender = try Command(
                program: "/usr/bin/gst-launch-1.0", arguments: ["-q"] + Self.stream(to: target), folder: scratch.folder
            ).start()
            defer { sender.end() }
            _ = try await run.outcome(within: 40).succeeded()
            let presentation = try Presentation(folder: scratch.file("out"))
            #expect(presentation.renditions.count == 2)
        }
    }

    private static func stream(to target: String) -> [String] {
        let text = """
            \(target) videotestsrc is-live=true ! video/x-raw,width=320,height=240,framerate=30/1 ! \
            x264enc tune=zerolatency key-int-max=30 ! mux. audiotestsrc is-live=true ! avenc_aac ! mux.
            """
        return text.split(separator: " ").map(String.init)
    }

    /// Sources that never deliver, the reason that the run gives, and whether opening fails and is tried again.
    private static let absent: [(launch: String, reason: String, isRetried: Bool)] = [
        ("udpsrc address=127.0.0.1 port=%d ! tsdemux", "no sender connected to udp:", false),
        ("srtsrc uri=srt://127.0.0.1:%d?mode=caller ! tsdemux", "check that its sender is connected", false),
        ("srtsrc uri=srt://absent.invalid:%d?mode=caller ! tsdemux", "Failed to resolve host 'absent.invalid'", true),
        ("rtspsrc location=rtsp://absent.invalid:%d/movie protocols=tcp", "(rtspsrc): Failed to connect;", true),
        ("rtspsrc location=rtsp://127.0.0.1:%server/absent protocols=tcp", "(rtspsrc): Not Found;", true),
        ("rtmp2src location=rtmp://127.0.0.1:%d/live/movie", "Connection refused", true),
    ]

    @Test(arguments: absent)
    func aSourceThatIsWaitedForInVainEndsTheRun(
        source: (launch: String, reason: String, isRetried: Bool)
    ) async throws {
        try await Scratch.use { scratch in
            let usesServer = source.launch.contains("%server")
            if usesServer, !StreamServer.Kind.rtsp.isInstalled { return }
            let server = usesServer ? try await StreamServer(.rtsp, in: scratch) : nil
            defer { server?.end() }
            let launch = source.launch.replacing("%server", with: "\(server?.port ?? 0)")
                .replacing("%d", with: "\(freePort())")
            let file = try scratch.write(
                "vain.yaml",
                """
                pipeline: vain
                stages:
                  feed: { use: capture.coded-launch, with: { launch: "\(launch)", wait-for-source: 1s } }
                  segments: { use: fmp4.segment, from: feed }
                  playlists: { use: hls.playlist, from: segments, with: { type: event } }
                  folder: { use: file.folder, from: playlists, with: { path: out } }

                """)
            let run = try await scratch.sluice("run", file.path, limit: 60)
            #expect(run.code == 1 && run.errors.contains(source.reason), "\(run.errors)")
            #expect(run.errors.contains("opening the source again until 1 s have passed") == source.isRetried)
            #expect(run.errors.contains(/waited 1 s for the source|within 1 s/), "\(run.errors)")
        }
    }

    // The parameter value names a missing file; if its text were parsed as elements, they would write an existing one.
    @Test func aParameterAddsNoElements() async throws {
        try await Scratch.use { scratch in
            let file = try scratch.write(
                "injected.yaml",
                """
                pipeline: injected
                parameters: { path: movie.ts }
                stages:
                  feed: { use: capture.coded-launch, with: { launch: "filesrc location=${path} ! tsdemux", live: false } }
                  segments: { use: fmp4.segment, from: feed }
                  playlists: { use: hls.playlist, from: segments }
                  folder: { use: file.folder, from: playlists, with: { path: out } }

                """)
            let written = scratch.file("written")
            let value = "no \"such\" file ! filesink location=\(written.path) filesrc location=\(file.path)"
            let run = try await scratch.sluice("run", file.path, "--set", "path=\(value)", limit: 30)
            #expect(run.code == 1 && run.errors.contains("filesink"), "\(run.errors)")
            #expect(!FileManager.default.fileExists(atPath: written.path))
        }
    }
}
