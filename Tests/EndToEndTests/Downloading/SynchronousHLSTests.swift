import Foundation
import Testing

/// `hls.read` and `hls.decode` keep the distance between audio and video, and start at the start of the media.
@Suite struct SynchronousHLSTests {
    /// A presentation of the movie with flashes and ticks.
    enum Shape: String, CaseIterable, Sendable {
        case appleHLS = "segment --profile apple-hls"
        case cmaf = "segment --profile cmaf"
        case encrypted = "segment --encrypt cbcs"
        case transport = "transport streams"
        case fragmented = "fragmented MP4 with edit lists"
        case lateAudio = "fragmented MP4, audio later"
        case lateVideo = "fragmented MP4, video later"
        case lateTransportAudio = "transport streams, audio later"
        case separate = "video and audio in separate transport streams"
        case separateFragmented = "video and audio in separate fragmented MP4"
        case aes128 = "transport streams with AES-128"

        /// The additional delay of the audio in seconds.
        var delay: Double {
            switch self {
            case .lateAudio, .lateTransportAudio: 1.25
            case .lateVideo: -0.68
            default: 0
            }
        }

        /// Creates the presentation in a new folder. Returns its playlist.
        func make(in scratch: Scratch) async throws -> URL {
            let movie = try await FlashAndTick.file()
            let folder = scratch.file("input")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let index = folder.appending(path: "index.m3u8")
            let both = ["-map", "0:v", "-map", "0:a"]
            let fragments = ["-hls_segment_type", "fmp4", "-start_number", "7"]
            switch self {
            case .appleHLS, .cmaf:
                let profile = self == .cmaf ? "cmaf" : "apple-hls"
                return try await scratch.segment(
                    movie, into: "input", "--interval", "4s", "--profile", profile
                ).multivariantURL
            case .encrypted:
                let key = folder.appending(path: "content.key")
                try Data(0..<16).write(to: key)
                let keys = try scratch.write(
                    "keys.json",
                    "{\"keys\":[{\"kid\":\"000102030405060708090a0b0c0d0e0f\",\"key\":\"000102030405060708090a0b0c0d0e0f\"}]}"
                )
                try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: keys.path)
                return try await scratch.segment(
                    movie, into: "input/media", "--interval", "4s", "--encrypt", "cbcs", "--key-file", keys.path,
                    "--key-uri", "../../content.key"
                ).multivariantURL
            case .transport: try await package(movie, index, both, [], in: scratch)
            case .fragmented: try await package(movie, index, both, fragments, in: scratch)
            case .lateAudio: try await package(movie, index, ["-map", "0:v", "-map", "1:a"], fragments, in: scratch)
            case .lateVideo: try await package(movie, index, ["-map", "1:v", "-map", "0:a"], fragments, in: scratch)
            case .lateTransportAudio:
                try await package(movie, index, ["-map", "0:v", "-map", "1:a"], [], in: scratch)
            case .separate, .separateFragmented:
                let options = self == .separate ? [] : fragments
                for (name, map) in [("video", "0:v"), ("audio", "0:a")] {
                    let list = folder.appending(path: "\(name)/index.m3u8")
                    try FileManager.default.createDirectory(
                        at: list.deletingLastPathComponent(), withIntermediateDirectories: true)
                    // Otherwise ffmpeg moves the start of each file to the same time.
                    let maps = ["-map", map, "-output_ts_offset", "1"]
                    try await package(movie, list, maps, options, in: scratch)
                }
                let text =
                    "#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"English\",LANGUAGE=\"en\",DEFAULT=YES,"
                    + "URI=\"audio/index.m3u8\"\n#EXT-X-STREAM-INF:BANDWIDTH=1000000,AUDIO=\"a\"\nvideo/index.m3u8\n"
                try Data(text.utf8).write(to: index)
            case .aes128:
                let key = folder.appending(path: "content.key")
                try Data(0..<16).write(to: key)
                let info = try scratch.write("info", "content.key\n\(key.path)\n")
                try await package(movie, index, both, ["-hls_key_info_file", info.path], in: scratch)
            }
            return index
        }

        private func package(
            _ movie: URL, _ index: URL, _ maps: [String], _ options: [String], in scratch: Scratch
        ) async throws {
            var delay = ["-itsoffset", "\(abs(self.delay))", "-i", movie.path]
            if self.delay == 0 { delay = [] }
            _ = try await scratch.run(
                "ffmpeg",
                ["-v", "error", "-i", movie.path] + delay + maps + ["-c", "copy", "-f", "hls", "-hls_time", "4"]
                    + ["-hls_playlist_type", "vod"] + options + [index.path]
            ).succeeded()
        }
    }

    private static func record(_ index: String, to output: URL, in scratch: Scratch) async throws {
        _ = try await scratch.run(
            pipeline: """
                stages:
                  presentation: { use: hls.read, with: { url: "\(index)" } }
                  movie: { use: file.movie, from: presentation, with: { path: "\(output.path)" } }

                """
        ).succeeded()
    }

    private func expectSynchrony(_ output: URL, delay: Double, in scratch: Scratch) async throws {
        let movie = try await FlashAndTick.file()
        let source = try await Synchrony(video: movie, audio: movie, in: scratch)
        let result = try await Synchrony(video: output, audio: output, in: scratch)
        #expect(result.flashes.count == source.flashes.count && result.ticks.count == source.ticks.count)
        for (before, after) in zip(source.offsets, result.offsets) {
            #expect(abs(after - before - delay) < 0.001, "\(after) s instead of \(before + delay) s")
        }
        // Time zero is the start of the media.
        let first = try #require(source.flashes.first) + max(0, -delay)
        #expect(abs(try #require(result.flashes.first) - first) < 0.03, "\(result.flashes)")
    }

    @Test(arguments: Shape.allCases) func copiesAreSynchronous(shape: Shape) async throws {
        try await Scratch.use { scratch in
            let index = try await shape.make(in: scratch)
            let output = scratch.file("out.mp4")
            try await Self.record(index.path, to: output, in: scratch)
            try await expectSynchrony(output, delay: shape.delay, in: scratch)
        }
    }

    @Test(arguments: [Shape.cmaf, .lateAudio, .lateTransportAudio])
    func framesAreSynchronous(shape: Shape) async throws {
        try await Scratch.use { scratch in
            let index = try await shape.make(in: scratch)
            let output = scratch.file("out.mp4")
            _ = try await scratch.run(
                pipeline: """
                    stages:
                      presentation: { use: hls.decode, with: { url: "\(index.path)" } }
                      video: { use: video.encode, from: presentation, with: { codec: h264 } }
                      audio: { use: audio.encode, from: presentation, with: { codec: aac } }
                      movie: { use: file.movie, from: [video, audio], with: { path: "\(output.path)" } }

                    """
            ).succeeded()
            try await expectSynchrony(output, delay: shape.delay, in: scratch)
        }
    }

    /// The timelines before and after have other start times in video and audio.
    @Test(arguments: [[], ["-hls_segment_type", "fmp4"]])
    func discontinuitiesKeepRenditionsSynchronous(options: [String]) async throws {
        try await Scratch.use { scratch in
            let movie = try await FlashAndTick.file()
            let folder = scratch.file("input")
            for (name, map) in [("video", "0:v"), ("audio", "0:a")] {
                let list = folder.appending(path: name)
                try FileManager.default.createDirectory(at: list, withIntermediateDirectories: true)
                var texts: [String] = []
                for (part, offset) in [("a", "1"), ("b", "1000")] {
                    let index = list.appending(path: "\(part).m3u8")
                    let place = list.appending(path: "\(part)-%d.\(options.isEmpty ? "ts" : "m4s")")
                    _ = try await scratch.run(
                        "ffmpeg",
                        ["-v", "error", "-i", movie.path, "-map", map, "-c", "copy", "-output_ts_offset", offset]
                            + ["-f", "hls", "-hls_time", "4", "-hls_playlist_type", "vod"] + options
                            + (options.isEmpty ? [] : ["-hls_fmp4_init_filename", "\(part)-init.mp4"])
                            + ["-hls_segment_filename", place.path, index.path]
                    ).succeeded()
                    texts.append(try String(contentsOf: index, encoding: .utf8))
                }
                let entries = try #require(texts[1].range(of: options.isEmpty ? "#EXTINF" : "#EXT-X-MAP"))
                let joined =
                    texts[0].replacing("#EXT-X-ENDLIST\n", with: "#EXT-X-DISCONTINUITY\n")
                    + texts[1][entries.lowerBound...]
                try Data(joined.utf8).write(to: list.appending(path: "index.m3u8"))
            }
            let index = folder.appending(path: "index.m3u8")
            let text =
                "#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"English\",DEFAULT=YES,URI=\"audio/index.m3u8\"\n"
                + "#EXT-X-STREAM-INF:BANDWIDTH=1000000,AUDIO=\"a\"\nvideo/index.m3u8\n"
            try Data(text.utf8).write(to: index)
            let output = scratch.file("out.mp4")
            try await Self.record(index.path, to: output, in: scratch)
            let source = try await Synchrony(video: movie, audio: movie, in: scratch)
            let flashes = try await Synchrony.flashes(output, in: scratch)
            #expect(flashes.count == 2 * FlashAndTick.frames.count)
            let ticks = try await Synchrony.ticks(output, allowsGaps: true, in: scratch)
            #expect(ticks.count == flashes.count)
            for (index, offset) in zip(flashes, ticks).map({ $1 - $0 }).enumerated() {
                let expected = source.offsets[index % FlashAndTick.frames.count]
                #expect(abs(offset - expected) < 0.001, "\(offset) s instead of \(expected) s")
            }
        }
    }

    /// Times after a missing segment are unchanged, in one playlist and in several.
    @Test(arguments: [Shape.transport, .fragmented, .separate])
    func gapsKeepTimes(shape: Shape) async throws {
        try await Scratch.use { scratch in
            let index = try await shape.make(in: scratch)
            let names = shape == .separate ? ["video/index.m3u8", "audio/index.m3u8"] : ["index.m3u8"]
            for name in names {
                let list = index.deletingLastPathComponent().appending(path: name)
                var lines = try String(contentsOf: list, encoding: .utf8).split(separator: "\n").map(String.init)
                let third = try #require(lines.indices.filter { lines[$0].hasPrefix("#EXTINF") }.dropFirst(2).first)
                try FileManager.default.removeItem(
                    at: list.deletingLastPathComponent().appending(path: lines[third + 1]))
                lines.insert("#EXT-X-GAP", at: third)
                try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: list)
            }
            let output = scratch.file("out.mp4")
            try await Self.record(index.path, to: output, in: scratch)
            let movie = try await FlashAndTick.file()
            let source = try await Synchrony(video: movie, audio: movie, in: scratch)
            let kept = source.flashes.filter { !(8.0..<12).contains($0) }
            let flashes = try await Synchrony.flashes(output, in: scratch)
            #expect(flashes.count == kept.count)
            for (before, after) in zip(kept, flashes) {
                #expect(abs((before - kept[0]) - (after - flashes[0])) < 0.001)
            }
            let ticks = try await Synchrony.ticks(output, allowsGaps: true, in: scratch)
            // The tick before the gap may be in the missing segment: audio of multiplexed segments ends earlier.
            #expect((kept.count - 1...kept.count).contains(ticks.count))
            for tick in ticks {
                let nearest = flashes.map { abs(tick - $0 - source.offsets[0]) }.min()
                #expect(try #require(nearest) < 0.001, "\(ticks) \(flashes)")
            }
        }
    }

    /// Live renditions that grow over HTTP are read from three target durations before their end, in step.
    @Test(arguments: [[], ["-hls_segment_type", "fmp4"]])
    func growingRenditionsAreSynchronous(options: [String]) async throws {
        try await Scratch.use { scratch in
            let movie = try await FlashAndTick.file()
            let origin = try await LoggingOrigin(in: scratch)
            defer { origin.end() }
            var whole: [URL: String] = [:]
            for (name, map) in [("video", "0:v"), ("audio", "0:a")] {
                let list = origin.folder.appending(path: "\(name)/index.m3u8")
                try FileManager.default.createDirectory(
                    at: list.deletingLastPathComponent(), withIntermediateDirectories: true)
                _ = try await scratch.run(
                    "ffmpeg",
                    ["-v", "error", "-i", movie.path, "-map", map, "-c", "copy", "-output_ts_offset", "1", "-f", "hls"]
                        + ["-hls_time", "1", "-hls_list_size", "0"] + options + [list.path]
                ).succeeded()
                let entries = try String(contentsOf: list, encoding: .utf8).components(separatedBy: "#EXTINF")
                let start = entries.prefix(7).joined(separator: "#EXTINF")
                whole[list] =
                    start + "#EXT-X-DISCONTINUITY\n#EXTINF" + entries.dropFirst(7).joined(separator: "#EXTINF")
                try Data(start.utf8).write(to: list)
            }
            try Data(
                ("#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"English\",DEFAULT=YES,URI=\"audio/index.m3u8\"\n"
                    + "#EXT-X-STREAM-INF:BANDWIDTH=1000000,AUDIO=\"a\"\nvideo/index.m3u8\n").utf8
            ).write(to: origin.folder.appending(path: "index.m3u8"))
            let output = scratch.file("out.mp4")
            let pipeline = try scratch.write(
                "read.yaml",
                """
                pipeline: read
                stages:
                  presentation: { use: hls.read, with: { url: "\(origin.base)/index.m3u8" } }
                  movie: { use: file.movie, from: presentation, with: { path: "\(output.path)" } }

                """)
            let run = try scratch.command(["run", pipeline.path, "-q"], limit: 60).start()
            defer { run.end() }
            let hasReloaded = try await eventually(within: 30) {
                let requests = origin.requests.filter { $0.key.hasSuffix("/index.m3u8") && $0.value > 1 }
                return requests.count == 2 || !run.isRunning
            }
            try #require(hasReloaded && run.isRunning, "\(run.errors)")
            for (list, text) in whole { try Data(text.utf8).write(to: list, options: .atomic) }
            _ = try await run.outcome(within: 40).succeeded()
            let source = try await Synchrony(video: movie, audio: movie, in: scratch)
            let result = try await Synchrony(video: output, audio: output, in: scratch)
            // The first flash is before the start.
            #expect(result.flashes.count == source.flashes.count - 1 && result.ticks.count == result.flashes.count)
            for offset in result.offsets { #expect(abs(offset - source.offsets[0]) < 0.001) }
            #expect(abs(try #require(result.flashes.first) - 1) < 0.03, "\(result.flashes)")
        }
    }
}
