import Foundation
import Testing

/// Live presentations as input of pipelines.
@Suite struct LiveHLSTests {
    /// Returns the digest of each video frame in a rendition's segments.
    private func frameDigests(_ presentation: Presentation, in scratch: Scratch) async throws -> [Substring] {
        let file = try await presentation.rendition("video", in: scratch).joined(in: scratch)
        return try await scratch.run(
            "ffmpeg",
            ["-v", "error", "-i", file.path, "-map", "0:v", "-fps_mode", "passthrough", "-f", "framehash", "-"]
        ).succeeded().output.split(separator: "\n").filter { !$0.hasPrefix("#") }
            .compactMap { $0.split(separator: " ").last }
    }

    private func playlist(_ folder: URL) -> PlaylistText? {
        try? PlaylistText(folder.appending(path: "video/playlist.m3u8"))
    }

    @Test func livePresentationIsRepackagedAndEncodedUntilItEnds() async throws {
        try await Scratch.use { scratch in
            let folder = scratch.file("live")
            let live = try scratch.liveCommand(folder, window: 6, limit: 120).start()
            defer { live.end() }
            let isUp = try await eventually(within: 30) {
                (playlist(folder)?.segments.count ?? 0) >= 4 || !live.isRunning
            }
            try #require(isUp && live.isRunning)
            try await Origin.serve(folder, in: scratch) { address in
                let jobs = [
                    ("hls-repackage", "\(address)index.m3u8"), ("hls-repackage", folder.path + "/index.m3u8"),
                    ("hls-encode", "\(address)index.m3u8"),
                ]
                let runs = try jobs.enumerated().map { index, job in
                    try again(job.0, job.1, to: scratch.file("again-\(index)"), in: scratch).start()
                }
                defer { runs.forEach { $0.end() } }
                let folders = jobs.indices.map { scratch.file("again-\($0)") }
                let slid = try await eventually(within: 60) {
                    folders.allSatisfy { (playlist($0)?.mediaSequence ?? 0) >= 1 } || !runs.allSatisfy(\.isRunning)
                }
                try #require(slid && runs.allSatisfy(\.isRunning), "the windows stopped moving: \(runs.map(\.errors))")
                #expect(folders.allSatisfy { playlist($0)?.isWhole == false })
                live.signal(SIGINT)
                _ = try await live.outcome(within: 30).succeeded()
                for run in runs { _ = try await run.outcome(within: 40).succeeded() }
                try await judge(folders, against: folder, in: scratch)
            }
        }
    }

    /// A command that packages a live presentation in segments of two seconds.
    private func again(_ pipeline: String, _ url: String, to folder: URL, in scratch: Scratch) -> Command {
        var command = scratch.command(
            ["run", Sluice.pipeline(pipeline).path, "-q"]
                + ["url=\(url)", "output=\(folder.path)", "prefer=TRUEPREDICATE", "interval=2s", "window=3"]
                .flatMap { ["--set", $0] }, limit: 120)
        command.isIdle = true
        return command
    }

    private func judge(_ folders: [URL], against source: URL, in scratch: Scratch) async throws {
        let expected = try await frameDigests(try Presentation(folder: source), in: scratch)
        for (index, folder) in folders.enumerated() {
            let presentation = try Presentation(folder: folder)
            #expect(presentation.renditions.count == 2)
            for rendition in presentation.renditions {
                #expect(rendition.playlist.isWhole && rendition.playlist.targetDuration == 2)
                for segment in rendition.playlist.segments.dropLast() { #expect(abs(segment.duration - 2) < 0.05) }
            }
            let shown = try await frameDigests(presentation, in: scratch)
            let common = min(shown.count, expected.count)
            #expect(common >= 60)
            // The last frame of the source is the last one in the output; re-encoded frames have other bytes.
            if index < 2 { #expect(shown.suffix(common) == expected.suffix(common)) }
            let audioDuration = presentation.renditions[1].playlist.segments.map(\.duration).reduce(0, +)
            let videoDuration = presentation.renditions[0].playlist.segments.map(\.duration).reduce(0, +)
            #expect(
                abs(audioDuration - videoDuration) < 0.2,
                "audio and video must end together: \(audioDuration) \(videoDuration)")
        }
    }

    @Test func stalledOriginEndsTheRunWithAReason() async throws {
        try await Scratch.use { scratch in
            let whole = try await Kind.vod.presentation().folder
            let folder = scratch.file("stalled")
            try FileManager.default.copyItem(at: whole, to: folder)
            for type in ["video", "audio"] {
                let url = folder.appending(path: "\(type)/playlist.m3u8")
                let text = try String(contentsOf: url, encoding: .utf8).replacing("#EXT-X-ENDLIST\n", with: "")
                    .replacing("#EXT-X-PLAYLIST-TYPE:VOD\n", with: "")
                try Data(text.utf8).write(to: url)
            }
            try await Origin.serve(folder, in: scratch) { address in
                let output = scratch.file("out")
                let outcome = try await scratch.run(
                    pipeline: """
                        pipeline: test
                        stages:
                          presentation:
                            use: hls.read
                            with: { url: "\(address)index.m3u8", inactivity-timeout: 5s }
                          segments:
                            use: fmp4.segment
                            from: presentation
                            with: { interval: 2s }
                          playlists:
                            use: hls.playlist
                            from: segments
                            with: { type: live }
                          folder:
                            use: file.folder
                            from: playlists
                            with: { path: "\(output.path)" }

                        """)
                #expect(outcome.code == 1 && !outcome.isTimedOut)
                #expect(outcome.errors.contains("\(address)index.m3u8 has stalled: no data for 5 s; its playlist"))
                // The received segments are published, and the playlist stays open.
                #expect(playlist(output)?.isWhole == false)
            }
        }
    }

    @Test(arguments: ["hls-repackage", "hls-encode"])
    func preferredVariantIsRepackagedCompletely(pipeline: String) async throws {
        try await Scratch.use { scratch in
            let root = scratch.file("remote")
            let movie = try await Movie.small.file()
            for size in ["160x90", "320x180"] {
                let folder = root.appending(path: size)
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                _ = try await scratch.run(
                    "ffmpeg",
                    ["-v", "error", "-i", movie.path, "-s", size, "-c:v", "libx264", "-preset", "ultrafast", "-g"]
                        + ["30", "-c:a", "copy", "-f", "hls", "-hls_time", "2", "-hls_playlist_type", "vod"]
                        + ["-hls_segment_type", "fmp4", folder.appending(path: "index.m3u8").path]
                ).succeeded()
            }
            let master =
                "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=9000000,RESOLUTION=320x180\n320x180/index.m3u8\n"
                + "#EXT-X-STREAM-INF:BANDWIDTH=1000000,RESOLUTION=160x90\n160x90/index.m3u8\n"
            try Data(master.utf8).write(to: root.appending(path: "master.m3u8"))
            try await Origin.serve(root, in: scratch) { address in
                let output = scratch.file("again")
                _ = try await scratch.sluice(
                    "run", Sluice.pipeline(pipeline).path, "--set", "url=\(address)master.m3u8", "--set",
                    "prefer=videoAttributes.presentationSize.width < 300", "--set", "type=vod", "--set", "interval=5s",
                    "--set", "output=\(output.path)", "-q"
                ).succeeded()
                let presentation = try Presentation(folder: output)
                let video = try await presentation.rendition("video", in: scratch)
                #expect(video.playlist.isWhole && video.playlist.segments.count == 2)
                #expect(try await frameDigests(presentation, in: scratch).count == 300)
                #expect(presentation.multivariant.variants.first?.attributes["RESOLUTION"] == "160x90")
            }
        }
    }
}
