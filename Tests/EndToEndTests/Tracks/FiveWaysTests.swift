import Foundation
import Testing

/// A movie is the same presentation in whichever way it is published: copied, encoded, encoded by a job, served, and
/// encoded when it is requested.
@Suite struct FiveWaysTests {
    /// What players see of a presentation.
    struct Facts: Equatable {
        var frames: Int
        var resolution: Substring
        var range: Substring
        var languages: Set<Substring>
        var video: Span
        var audio: Span
    }

    /// The start and the end in seconds.
    struct Span: Equatable {
        var start: Double
        var end: Double

        func isEqual(_ other: Span, within tolerance: Double) -> Bool {
            abs(start - other.start) < tolerance && abs(end - other.end) < tolerance
        }
    }

    private static let seconds = 3

    /// A container with its codecs, and the properties that it can express.
    struct Container: Sendable, CustomTestStringConvertible {
        var name: String
        var coding: [String]
        /// Whether its codecs are carried without encoding.
        var isCopied = true
        var range: Substring = "pc"
        var languages: Set<Substring> = ["de"]
        var rate = "25"
        var frames = 75
        /// The maximum difference of start and end, in seconds.
        var tolerance = 0.001
        var testDescription: String { name }
    }

    private static let high = [
        "-c:v", "libx265", "-preset", "ultrafast", "-color_range", "pc", "-x265-params",
        "log-level=none:keyint=50:range=full", "-c:a", "ac3",
    ]
    private static let advanced = [
        "-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-g", "50", "-color_range", "pc",
        "-x264-params", "fullrange=on", "-bf", "0",
    ]
    static let containers = [
        Container(name: "mp4", coding: high + ["-tag:v", "hvc1"]),
        Container(name: "mov", coding: high + ["-tag:v", "hvc1"]),
        Container(
            name: "fragments.mp4",
            coding: high + ["-tag:v", "hvc1", "-movflags", "frag_keyframe+empty_moov+delay_moov+default_base_moof"]),
        // Slides: each frame of the encodings is a keyframe or has half of the segment.
        Container(name: "slides.mkv", coding: high, rate: "1", frames: 3),
        Container(name: "mkv", coding: high), Container(name: "ts", coding: high),
        Container(name: "m2ts", coding: advanced + ["-c:a", "ac3", "-mpegts_m2ts_mode", "1"]),
        Container(
            name: "webm",
            coding: [
                "-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8", "-g", "50", "-color_range", "pc",
                "-c:a", "libopus",
            ]),
        Container(name: "avi", coding: advanced + ["-c:a", "libmp3lame"], languages: ["und"]),
        Container(name: "flv", coding: advanced + ["-c:a", "aac"], languages: ["und"]),
        Container(
            name: "mpg", coding: ["-c:v", "mpeg2video", "-q:v", "4", "-g", "50", "-c:a", "mp2"], isCopied: false,
            range: "unknown", languages: ["und"], tolerance: 0.011),
        Container(
            name: "ogv", coding: ["-c:v", "libtheora", "-g", "50", "-c:a", "libvorbis"], isCopied: false, range: "tv"),
        Container(
            name: "wmv", coding: ["-c:v", "wmv2", "-g", "50", "-c:a", "wmav2"], isCopied: false, range: "unknown"),
        Container(
            name: "mxf", coding: ["-c:v", "mpeg2video", "-g", "12", "-c:a", "pcm_s16le"], isCopied: false,
            range: "unknown", languages: ["und"]),
    ]

    /// A movie of full range, where the codec has one. The pictures of MP4 and QuickTime are turned.
    private static func movie(_ container: Container) async throws -> URL {
        let source = try await made(
            "ways.\(container.name)",
            byFFmpeg: [
                "-f", "lavfi", "-i", "testsrc2=size=320x180:rate=\(container.rate):duration=\(seconds)", "-f", "lavfi",
                "-i",
                "sine=sample_rate=48000:duration=\(seconds)",
            ] + container.coding + ["-metadata:s:a:0", "language=ger"])
        switch container.name {
        case "mp4", "mov":
            return try await made("turned.\(container.name)", from: source, as: "matrix in tkhd") {
                DisplayTests.changed($0, "matrix in tkhd")
            }
        default: return source
        }
    }

    @Test(arguments: containers) func allWaysAgree(container: Container) async throws {
        try await Scratch.use { scratch in
            let movie = try await Self.movie(container)
            let copied = try await scratch.sluice("segment", movie.path, "copied", "--interval", "2s")
            #expect((copied.code == 0) == container.isCopied, "\(copied)")
            _ = try await scratch.sluice("segment", movie.path, "encoded", "--interval", "2s", "--encode").succeeded()
            _ = try await scratch.sluice("job", "plan", movie.path, "job", "--interval", "2s", "--chunk", "2s")
                .succeeded()
            _ = try await scratch.sluice("job", "run", "job").succeeded()
            var found: [(way: String, facts: Facts)] = []
            for name in ["copied", "encoded", "job"] where name != "copied" || container.isCopied {
                found.append((name, try await facts(scratch.file("\(name)/index.m3u8").path, scratch)))
            }
            for (way, options) in [("served", []), ("transcoded", ["--transcode", "unplayable"])]
            where way != "served" || container.isCopied {
                found.append((way, try await served(movie, options, scratch)))
            }
            let first = found[0].facts
            #expect(first.frames == container.frames && first.range == container.range, "\(first)")
            #expect(first.languages == container.languages, "\(first)")
            #expect(first.resolution == (["mp4", "mov"].contains(container.name) ? "180x320" : "320x180"))
            for (way, facts) in found.dropFirst() {
                var same = facts
                (same.video, same.audio) = (first.video, first.audio)
                #expect(same == first, "\(way)")
                #expect(
                    facts.video.isEqual(first.video, within: container.tolerance),
                    "\(way): \(facts.video), \(first.video)")
                // Codecs have frames of other lengths.
                #expect(facts.audio.isEqual(first.audio, within: 0.045), "\(way): \(facts.audio), \(first.audio)")
            }
        }
    }

    private func served(_ movie: URL, _ options: [String], _ scratch: Scratch) async throws -> Facts {
        let folder = scratch.file("movies")
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let name = movie.lastPathComponent
        try? FileManager.default.copyItem(at: movie, to: folder.appending(path: name))
        let port = freePort()
        var command = scratch.command(
            ["serve", "movies", "--listen", "127.0.0.1:\(port)", "--interval", "2s", "--cache", "cache"] + options,
            limit: 120)
        command.environment = ["XDG_RUNTIME_DIR": scratch.folder.path]
        let server = try command.start()
        try await server.expect("serving movies at")
        let facts = try await facts("http://127.0.0.1:\(port)/\(name)/index.m3u8", scratch)
        server.signal(SIGTERM)
        _ = try await server.outcome(within: 30).succeeded()
        return facts
    }

    private func facts(_ url: String, _ scratch: Scratch) async throws -> Facts {
        let isRemote = url.hasPrefix("http")
        let list =
            isRemote
            ? try await scratch.run("curl", ["--silent", "--fail", "--retry", "20", "--max-time", "60", url])
                .succeeded().output
            : try String(contentsOfFile: url, encoding: .utf8)
        let video = try await packets("v:0", url, scratch)
        let audio = try await packets("a:0", url, scratch)
        let range = try await scratch.run(
            "ffprobe",
            [
                "-v", "error", "-select_streams", "v:0", "-show_entries", "stream=color_range", "-of",
                "default=nw=1:nk=1",
                url,
            ], limit: 60
        ).succeeded().output
        return Facts(
            frames: video.count,
            resolution: try #require(list.firstMatch(of: /STREAM-INF:.*RESOLUTION=(\d+x\d+)/)).1,
            range: range.split(whereSeparator: \.isNewline).first ?? "",
            languages: Set(list.matches(of: /LANGUAGE="([^"]+)"/).map(\.1)), video: span(video), audio: span(audio))
    }

    /// The times and durations of the packets of a stream.
    private func packets(_ stream: String, _ url: String, _ scratch: Scratch) async throws -> [(Double, Double)] {
        try await scratch.run(
            "ffprobe",
            [
                "-v", "error", "-select_streams", stream, "-show_entries", "packet=pts_time,duration_time", "-of",
                "csv=p=0", url,
            ], limit: 60
        ).succeeded().output.split(whereSeparator: \.isNewline).compactMap { line in
            // Packets of WebM's codecs have no durations in ffprobe.
            let values = line.split(separator: ",").map { Double($0) }
            guard let first = values.first, let time = first else { return nil }
            return (time, values.count > 1 ? values[1] ?? 0 : 0)
        }
    }

    private func span(_ packets: [(Double, Double)]) -> Span {
        Span(start: packets.map(\.0).min() ?? 0, end: packets.map { $0 + $1 }.max() ?? 0)
    }
}
