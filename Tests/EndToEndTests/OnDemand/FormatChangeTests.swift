import Foundation
import Testing

/// Movies whose video changes its format inside the file, served and in jobs.
@Suite struct FormatChangeTests {
    /// Two recordings in one file: the options of their video.
    struct Change: Sendable, CustomTestStringConvertible {
        var name: String
        var sources: [String]
        var coding: [[String]] = [[], []]
        var container = "ts"
        var testDescription: String { name }
    }

    private static let changes = [
        Change(name: "size", sources: ["size=320x180:rate=25", "size=160x90:rate=25"]),
        Change(name: "size-mkv", sources: ["size=320x180:rate=25", "size=160x90:rate=25"], container: "mkv"),
        Change(name: "size-mp4", sources: ["size=320x180:rate=25", "size=160x90:rate=25"], container: "mp4"),
        Change(name: "shape", sources: ["size=320x180:rate=25", "size=160x120:rate=25"]),
        Change(name: "rate", sources: ["size=320x180:rate=25", "size=320x180:rate=50"]),
        Change(
            name: "pixels", sources: ["size=320x180:rate=25", "size=320x180:rate=25"],
            coding: [["-pix_fmt", "yuv420p"], ["-pix_fmt", "yuv422p"]]),
    ]

    private static let seconds = 4

    /// The second recording follows the first one without a gap.
    private func movie(_ change: Change, in scratch: Scratch) async throws -> URL {
        var parts: [URL] = []
        for (index, source) in change.sources.enumerated() {
            let part = scratch.file("part-\(index).ts")
            let inputs = [
                "-f", "lavfi", "-i", "testsrc2=\(source):duration=\(Self.seconds)", "-f", "lavfi", "-i",
                "sine=frequency=440:sample_rate=48000:duration=\(Self.seconds)",
            ]
            let coding = [
                "-c:v", "libx264", "-preset", "ultrafast", "-g", "50", "-bf", "2", "-pix_fmt", "yuv420p", "-c:a", "aac",
            ]
            let timing = ["-output_ts_offset", "\(10 + index * Self.seconds)", "-muxdelay", "0"]
            _ = try await scratch.run(
                "ffmpeg", ["-v", "error", "-y"] + inputs + coding + change.coding[index] + timing + [part.path]
            ).succeeded()
            parts.append(part)
        }
        let joined = scratch.file("joined.ts")
        try (Data(contentsOf: parts[0]) + Data(contentsOf: parts[1])).write(to: joined)
        let folder = scratch.file("movies")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let target = folder.appending(path: "movie.\(change.container)")
        if change.container == "ts" {
            try FileManager.default.copyItem(at: joined, to: target)
        } else {
            _ = try await scratch.run(
                "ffmpeg", ["-v", "error", "-i", joined.path, "-c", "copy", target.path]
            ).succeeded()
        }
        return target
    }

    /// The sizes of the decoded frames of a playlist, and their number.
    private func frames(_ url: String, _ scratch: Scratch) async throws -> [String: Int] {
        let output = try await scratch.run(
            "ffprobe",
            [
                "-v", "error", "-select_streams", "v:0", "-show_entries", "frame=width,height", "-of", "csv=p=0", url,
            ], limit: 120
        ).succeeded().output
        let sizes = output.split(whereSeparator: \.isNewline).map { $0.split(separator: ",").prefix(2) }
        return Dictionary(grouping: sizes.filter { $0.count == 2 }) { $0.joined(separator: "x") }.mapValues(\.count)
    }

    /// The presentation times of the packets of a playlist.
    private func times(_ url: String, _ scratch: Scratch) async throws -> [String] {
        try await scratch.run(
            "ffprobe",
            [
                "-v", "error", "-select_streams", "v:0", "-show_entries", "packet=pts_time", "-of", "csv=p=0", url,
            ], limit: 120
        ).succeeded().output.split(whereSeparator: \.isNewline).map(String.init).sorted()
    }

    @Test(arguments: changes) func rungsAreScaledToTheirSize(_ change: Change) async throws {
        try await Scratch.use { scratch in
            let movie = try await movie(change, in: scratch)
            let port = freePort()
            var command = scratch.command(
                [
                    "serve", "movies", "--listen", "127.0.0.1:\(port)", "--interval", "2s", "--cache", "cache",
                    "--transcode", "90,always",
                ], limit: 240)
            command.environment = ["XDG_RUNTIME_DIR": scratch.folder.path]
            let program = try command.start()
            try await program.expect("serving movies at")
            let url = "http://127.0.0.1:\(port)/movie.\(change.container)"
            let index = try await scratch.run(
                "curl", ["--silent", "--fail", "--retry", "20", "--max-time", "200", "\(url)/index.m3u8"]
            ).succeeded().output
            let lists = index.split(whereSeparator: \.isNewline).filter { $0.hasSuffix(".m3u8") && !$0.hasPrefix("#") }
            let rung = try #require(lists.first { $0.contains("90p") }, "\(index)")
            let expected = try await frames(movie.path, scratch).values.reduce(0, +)
            #expect(try await frames("\(url)/\(rung)", scratch) == ["160x90": expected])
            // What is passed through keeps its formats.
            if let copy = lists.first(where: { !$0.contains("90p") }) {
                #expect(try await frames("\(url)/\(copy)", scratch) == frames(movie.path, scratch))
            }
            program.signal(SIGTERM)
            #expect(try await program.outcome(within: 30).code == 0)
        }
    }

    /// A job in chunks gives the frames and times of one whose only chunk is the movie.
    @Test(arguments: changes) func jobsGiveTheResultOfOneRun(_ change: Change) async throws {
        try await Scratch.use { scratch in
            let movie = try await movie(change, in: scratch)
            let pipeline = try scratch.write(
                "job.yaml",
                """
                pipeline: job
                stages:
                  movie: { use: file.decode, with: { path: \(movie.path) } }
                  keyframes: { use: keyframe.force, from: movie, with: { interval: 1s } }
                  video:
                    use: video.encode
                    from: keyframes
                    with: { preset: ultrafast, rate-control: quality, ladder: [{ name: low, height: 90 }, { name: high, height: 180 }] }
                  audio: { use: audio.encode, from: movie }
                  segments: { use: fmp4.segment, from: [video, audio], with: { interval: 1s } }
                  playlists: { use: hls.playlist, from: segments, with: { type: vod } }
                  folder: { use: file.folder, from: playlists, with: { path: whole } }

                """
            ).path
            for (folder, chunk) in [("one", "1000s"), ("many", "2s")] {
                _ = try await scratch.sluice("job", "plan", pipeline, folder, "--chunk", chunk, limit: 60).succeeded()
                _ = try await scratch.sluice("job", "run", folder, limit: 240).succeeded()
            }
            let expected = try await frames(movie.path, scratch).values.reduce(0, +)
            for name in ["low", "high"] {
                let lists = ["one", "many"].map { scratch.file($0).appending(path: "\(name)/playlist.m3u8").path }
                let (one, many) = (try await times(lists[0], scratch), try await times(lists[1], scratch))
                #expect(many.count == expected && one == many, "\(name): \(one.count), \(many.count)")
                let sizes = try await frames(lists[1], scratch)
                #expect(sizes.count == 1, "\(sizes)")
            }
        }
    }
}
