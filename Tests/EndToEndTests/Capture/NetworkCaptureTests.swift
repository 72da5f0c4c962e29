import Foundation
import Testing

/// Network streams from third-party servers, received by `capture.launch` and `capture.coded-launch`.
@Suite(.serialized) struct NetworkCaptureTests {
    private static let streams: [(StreamServer.Kind, Bool)] = [
        (.srt, false), (.srt, true), (.rtmp, true), (.rtsp, false), (.rtsp, true),
    ]

    @Test(arguments: streams.filter(\.0.isInstalled))
    func aStreamIsCutIntoSegmentsWithItsSoundInPlace(kind: StreamServer.Kind, isCoded: Bool) async throws {
        try await Scratch.use { scratch in
            let server = try await StreamServer(kind, in: scratch)
            defer { server.end() }
            let pipeline = try scratch.networkPipeline(server.source, isCoded: isCoded)
            _ = try await scratch.sluice("run", pipeline.path, "--duration", "7s", limit: 60).succeeded()

            let presentation = try Presentation(folder: scratch.file("out"))
            #expect(presentation.renditions.count == 2)
            for rendition in presentation.renditions {
                let length = rendition.playlist.segments.map(\.duration).reduce(0, +)
                #expect(length > 4 && length < 8.5, "\(length)")
                let decoded = try await scratch.decode(rendition.joined(in: scratch))
                #expect(decoded.code == 0 && decoded.errors.isEmpty, "\(decoded)")
            }
            // RTP streams synchronize only at their first RTCP reports: in passthrough, audio timestamps jump at that
            // point.
            if kind == .rtsp, isCoded { return }
            let playlist = presentation.multivariantURL
            let output = try await Synchrony(video: playlist, audio: playlist, in: scratch)
            let offsets = output.flashes.compactMap { flash in
                output.ticks.map { $0 - flash }.min { abs($0) < abs($1) }
            }
            // The last tick may be cut off at the end.
            #expect(offsets.count(where: { abs($0) < 0.021 }) >= max(2, offsets.count - 1), "\(output)")
        }
    }

    @Test func aSenderThatReturnsWithAudioAddsIt() async throws {
        try await Scratch.use { scratch in
            let port = freePort()
            let silent = try await StreamServer(.srt, port: port, hasAudio: false, in: scratch)
            let pipeline = try scratch.networkPipeline(
                silent.source, isCoded: true, "on-loss: gap, lost-after: 1s", hasManifest: true)
            let run = try scratch.command(["run", pipeline.path]).start()
            defer { run.end() }
            func segments(_ rendition: String) -> Int {
                let list = try? String(contentsOf: scratch.file("out/\(rendition)/playlist.m3u8"), encoding: .utf8)
                return list?.matches(of: /\nsegment-\d+\.m4s/).count ?? 0
            }
            let hasBegun = try await eventually(within: 30) { segments("video") >= 2 || !run.isRunning }
            try #require(hasBegun && run.isRunning, "\(run.errors)")
            silent.end()
            try #require(try await eventually(within: 30) { run.errors.contains("reopening") || !run.isRunning })
            let second = try await StreamServer(.srt, port: port, in: scratch)
            defer { second.end() }
            let isAdded = try await eventually(within: 40) {
                let list = try? String(contentsOf: scratch.file("out/audio/playlist.m3u8"), encoding: .utf8)
                let newest = list?.split(separator: "#EXT-X-DISCONTINUITY\n").last
                return newest?.matches(of: /\nsegment-\d+\.m4s/).count ?? 0 >= 2 || !run.isRunning
            }
            try #require(isAdded && run.isRunning, "\(run.errors)")
            run.signal(SIGINT)
            let outcome = try await run.outcome(within: 30).succeeded()
            #expect(outcome.errors.contains("the audio track"), "\(outcome)")
            // The MPD has a period without audio, and one with it.
            let manifest = try String(contentsOf: scratch.file("out/index.mpd"), encoding: .utf8)
            let periods = manifest.split(separator: "<Period ").dropFirst().map { $0.contains(#"contentType="audio""#) }
            #expect(periods == [false, true], "\(manifest)")
            for rendition in ["video", "audio"] {
                let decoded = try await scratch.decode(scratch.file("out/\(rendition)/playlist.m3u8"), level: "error")
                #expect(decoded.code == 0 && decoded.errors.isEmpty, "\(decoded)")
            }
        }
    }

    @Test func aSenderThatReturnsWithoutAudioLeavesThePicturesAlone() async throws {
        try await Scratch.use { scratch in
            let port = freePort()
            let first = try await StreamServer(.srt, port: port, in: scratch)
            let pipeline = try scratch.networkPipeline(first.source, isCoded: true, "on-loss: gap, lost-after: 1s")
            let run = try scratch.command(["run", pipeline.path]).start()
            defer { run.end() }
            func segments(_ rendition: String) -> [PlaylistText.Segment] {
                (try? PlaylistText(scratch.file("out/\(rendition)/playlist.m3u8")))?.segments ?? []
            }
            let hasBegun = try await eventually(within: 30) { segments("audio").count >= 2 || !run.isRunning }
            try #require(hasBegun && run.isRunning, "\(run.errors)")
            first.end()
            try #require(try await eventually(within: 30) { run.errors.contains("reopening") || !run.isRunning })
            let second = try await StreamServer(.srt, port: port, hasAudio: false, in: scratch)
            defer { second.end() }
            let isBack = try await eventually(within: 40) {
                let list = (try? String(contentsOf: scratch.file("out/video/playlist.m3u8"), encoding: .utf8)) ?? ""
                guard run.isRunning, let gap = list.range(of: "#EXT-X-GAP", options: .backwards) else {
                    return !run.isRunning
                }
                return list[gap.upperBound...].matches(of: /\n[^#\n]+\.m4s/).count >= 3
            }
            try #require(isBack && run.isRunning, "\(run.errors)")
            run.signal(SIGINT)
            _ = try await run.outcome(within: 30).succeeded()
            for rendition in ["video", "audio"] {
                let decoded = try await scratch.decode(scratch.file("out/\(rendition)/playlist.m3u8"), level: "error")
                #expect(decoded.code == 0 && decoded.errors.isEmpty, "\(decoded)")
            }
        }
    }

    @Test func aServerThatGoesAwayAndComesBackLeavesAGap() async throws {
        try await Scratch.use { scratch in
            let port = freePort()
            let server = try await StreamServer(.srt, port: port, in: scratch)
            let pipeline = try scratch.networkPipeline(server.source, isCoded: true, "on-loss: gap, lost-after: 1s")
            let run = try scratch.command(["run", pipeline.path]).start()
            defer { run.end() }
            let list = scratch.file("out/video/playlist.m3u8")
            let hasBegun = try await eventually(within: 30) {
                (try? PlaylistText(list).segments.count) ?? 0 >= 2 || !run.isRunning
            }
            try #require(hasBegun && run.isRunning, "\(run.errors)")
            server.end()
            let isGap = try await eventually(within: 30) {
                (try? String(contentsOf: list, encoding: .utf8))?.contains("#EXT-X-GAP") == true || !run.isRunning
            }
            #expect(isGap)
            let second = try await StreamServer(.srt, port: port, in: scratch)
            defer { second.end() }
            let isBack = try await eventually(within: 40) {
                guard let text = try? String(contentsOf: list, encoding: .utf8),
                    let gap = text.range(of: "#EXT-X-GAP", options: .backwards)
                else { return !run.isRunning }
                return text[gap.upperBound...].matches(of: /\n[^#\n]+\.m4s/).count >= 3 || !run.isRunning
            }
            #expect(isBack && run.isRunning, "\(run.errors)")
            run.signal(SIGINT)
            _ = try await run.outcome(within: 30).succeeded()
            let decoded = try await scratch.decode(list, level: "error")
            #expect(decoded.code == 0 && decoded.errors.isEmpty, "\(decoded)")
        }
    }
}

extension Scratch {
    /// Writes a pipeline that captures a network stream.
    fileprivate func networkPipeline(
        _ source: String, isCoded: Bool, _ options: String = "", hasManifest: Bool = false
    ) throws -> URL {
        let capture = isCoded ? "capture.coded-launch" : "capture.launch"
        let more = options.isEmpty ? "" : ", \(options)"
        let encoding = """
              keyframes: { use: keyframe.force, from: network, with: { interval: 2s } }
              video: { use: video.encode, from: keyframes, with: { codec: h264, bitrate: 500kbps, preset: ultrafast } }
              audio: { use: audio.encode, from: network, with: { codec: aac, bitrate: 192kbps } }

            """
        return try write(
            "network.yaml",
            """
            pipeline: network
            stages:
              network: { use: \(capture), with: { launch: "\(source)"\(more) } }
            \(isCoded ? "" : encoding)\
              segments: { use: fmp4.segment, from: \(isCoded ? "network" : "[video, audio]"), with: { interval: 2s } }
              playlists: { use: hls.playlist, from: segments, with: { type: event, target-duration: 4s } }
            \(hasManifest ? "  manifest: { use: dash.manifest, from: playlists }\n" : "")\
              folder: { use: file.folder, from: \(hasManifest ? "manifest" : "playlists"), with: { path: out } }

            """)
    }
}
