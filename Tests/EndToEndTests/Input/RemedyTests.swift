import Foundation
import Testing

/// Messages of readers, decoders and segmenters that advise something: the advice is followed on the same input.
@Suite struct RemedyTests {
    /// An input that causes a message, and the options of `segment` that the message advises.
    struct Advice: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// The end of the advice, as it is printed.
        let message: String
        /// The options with which each advised command removes the message.
        let remedies: [[String]]
        /// The options that cause the message.
        var options: [String] = []
        var fails = false
        /// Whether the message remains, as a warning.
        var remains = false
        let input: @Sendable (Scratch) async throws -> URL
    }

    private static let x264 = ["-c:v", "libx264", "-preset", "ultrafast"]
    private static let interlaced = x264 + ["-flags", "+ildct+ilme", "-x264-params", "tff=1", "-c:a", "copy"]
    private static let openGroups = ["keyint=50:min-keyint=50:open-gop=1:bframes=3:log-level=error"]

    private static func coded(_ name: String, _ coding: [String]) -> @Sendable (Scratch) async throws -> URL {
        { _ in try await made(name, byFFmpeg: ["-i", try await Movie.small.file().path] + coding) }
    }

    private static func text(_ bytes: [UInt8]) -> @Sendable (Scratch) async throws -> URL {
        { scratch in
            let file = scratch.file("text.srt")
            try (Data("1\n00:00:00,500 --> 00:00:02,000\n".utf8) + Data(bytes) + Data("\n".utf8)).write(to: file)
            return file
        }
    }

    /// A movie with the pictures of two cameras.
    private static func cameras(_ name: String, _ container: String, _ options: [String]) -> Advice {
        Advice(
            testDescription: name, message: "select one of them by its number (tracks, segment --tracks 2,audio)",
            remedies: [options + ["--tracks", "2,audio"], options + ["--video-group"]], options: options,
            input: { _ in
                let movie = try await Movie.small.file().path
                return try await made(
                    "cameras.\(container)",
                    byFFmpeg: ["-i", movie, "-i", movie, "-map", "0:v", "-map", "1:v", "-map", "0:a", "-c", "copy"])
            })
    }

    private static let pictures = [
        Advice(
            testDescription: "interlaced transport stream", message: "sluice segment --encode deinterlaces",
            remedies: [["--encode", "video"]], input: coded("interlaced.ts", interlaced)),
        Advice(
            testDescription: "interlaced Matroska", message: "sluice segment --encode deinterlaces",
            remedies: [["--encode"]], input: coded("interlaced.mkv", interlaced)),
        Advice(
            testDescription: "open groups of HEVC", message: "set random-access: cra (segment --random-access cra)",
            remedies: [["--random-access", "cra"], ["--encode", "video"]],
            input: coded(
                "open.mp4",
                ["-c:v", "libx265", "-preset", "ultrafast", "-tag:v", "hvc1", "-an", "-x265-params"] + openGroups)),
        Advice(
            testDescription: "an edit between sync samples",
            message: "use profile cmaf, or encode (segment --encode)",
            remedies: [["--profile", "cmaf"], ["--encode"]],
            input: { _ in
                try await made("trimmed.mp4", byFFmpeg: ["-ss", "0.5", "-i", Movie.small.file().path, "-c", "copy"])
            }),
        Advice(
            testDescription: "an edit that pauses", message: "unless the movie is encoded (segment --encode)",
            remedies: [["--encode"]],
            input: { _ in
                try await made("paused.mp4", from: Movie.small.file(), as: "paused edit") { data in
                    var data = data
                    guard let list = data.range(of: Data("elst".utf8)) else { throw Unable("there is no edit list") }
                    // Version and flags, the number of entries, then duration, time and rate of the first one.
                    data.replaceSubrange(list.upperBound + 16..<list.upperBound + 20, with: [0, 0, 0, 0])
                    return data
                }
            }),
        cameras("two cameras", "mp4", []), cameras("two cameras, encoded", "mp4", ["--encode"]),
        cameras("two cameras of Matroska, encoded", "mkv", ["--encode", "video"]),
        Advice(
            testDescription: "video without a frame rate", message: "(segment --frame-rate)",
            remedies: [["--frame-rate", "25"], ["--frame-rate", "25", "--encode"]], fails: true,
            input: { _ in
                try await made(
                    "rate.obu",
                    byFFmpeg: ["-f", "lavfi", "-i", "testsrc2=size=160x96:rate=25:duration=2"]
                        + ["-c:v", "libaom-av1", "-cpu-used", "8", "-g", "25"])
            }),
    ]

    private static let sounds = [
        Advice(
            testDescription: "G.711 of QuickTime",
            message: "profile cmaf copies it, sluice segment --encode encodes it",
            remedies: [["--profile", "cmaf"], ["--encode", "audio"]], fails: true,
            input: coded("alaw.mov", ["-c:v", "copy", "-c:a", "pcm_alaw"])),
        Advice(
            testDescription: "PCM of 8 bits", message: "encode it (sluice segment --encode audio)",
            remedies: [["--encode", "audio"]], fails: true,
            input: coded("bits.mkv", ["-c:v", "copy", "-c:a", "pcm_u8"])),
        Advice(
            testDescription: "MPEG audio of layer 2", message: "convert it to AAC with sluice segment --encode",
            remedies: [["--encode"], ["--encode", "audio"]], fails: true,
            input: coded("layer2.ts", ["-c:v", "copy", "-c:a", "mp2"])),
        Advice(
            testDescription: "MPEG-2 video of a transport stream", message: "encode it (sluice segment --encode video)",
            remedies: [["--encode", "video"]], fails: true,
            input: coded("mpeg2.ts", ["-c:v", "mpeg2video", "-c:a", "copy"])),
    ]

    private static let files = [
        Advice(
            testDescription: "two programs", message: "set 'program' to 2 for this one (segment --program 2)",
            remedies: [["--program", "2", "--tracks", "video"]],
            input: { _ in
                let movie = try await Movie.small.file().path
                return try await made(
                    "programs.ts",
                    byFFmpeg: ["-i", movie, "-i", movie, "-map", "0", "-map", "1", "-c", "copy"]
                        + ["-program", "program_num=1:st=0:st=1", "-program", "program_num=2:st=2:st=3"])
            }),
        Advice(
            testDescription: "a truncated movie", message: "'when-truncated: salvage' (segment --salvage)",
            remedies: [["--salvage"], ["--salvage", "--encode"]], fails: true,
            input: { _ in try await Damaged.cut(.faststart, to: 0.6) }),
        Advice(
            testDescription: "truncated Matroska", message: "'when-truncated: salvage' (segment --salvage)",
            remedies: [["--salvage"], ["--salvage", "--encode"], ["--salvage", "--encode", "audio"]], fails: true,
            input: { _ in try await Damaged.cut(.matroska, to: 0.6) }),
        Advice(
            testDescription: "damaged frames", message: "(segment --allow-damage)",
            remedies: [["--allow-damage", "1000"]], fails: true, remains: true,
            input: { _ in
                try await made("lost.ts", from: Movie.transportStream.file(), as: "lost packets") { data in
                    data.prefix(188 * 400) + data.dropFirst(188 * 460)
                }
            }),
        Advice(
            testDescription: "subtitles in a legacy encoding", message: "set 'text-encoding' (segment --text-encoding)",
            remedies: [["--text-encoding", "windows-1252"]], input: text([0x47, 0x72, 0xfc, 0xdf, 0x65])),
        Advice(
            testDescription: "subtitles in a rare encoding", message: "set 'text-encoding' (segment --text-encoding)",
            remedies: [["--text-encoding", "cp437"]], fails: true,
            input: text([0x81, 0x8d, 0x8f, 0x90, 0x9d, 0x20, 0x61])),
        Advice(
            testDescription: "subtitles in another encoding than declared",
            message: "set another 'text-encoding', or none (segment --text-encoding)",
            remedies: [["--text-encoding", "cp437"]], options: ["--text-encoding", "shift_jis"], fails: true,
            input: text([0x81, 0x8d, 0x8f, 0x90, 0x9d, 0x20, 0x61])),
    ]

    @Test(arguments: pictures + sounds + files)
    func advisedOptionsRemoveTheMessage(_ advice: Advice) async throws {
        try await Scratch.use { scratch in
            let input = try await advice.input(scratch)
            func segment(_ options: [String], to folder: String) async throws -> Outcome {
                try await scratch.command(["segment", input.path, scratch.file(folder).path] + options).run()
            }
            let advised = try await segment(advice.options, to: "advised")
            #expect((advised.code != 0) == advice.fails, "\(advised)")
            #expect(advised.errors.contains(advice.message), "\(advised)")
            for (number, options) in advice.remedies.enumerated() {
                let mended = try await segment(options, to: "mended-\(number)").succeeded()
                #expect(mended.errors.contains(advice.message) == advice.remains, "\(options): \(mended)")
                let presentation = try Presentation(folder: scratch.file("mended-\(number)"))
                #expect(!presentation.renditions.isEmpty)
            }
        }
    }

    /// Files by the reader that reads them.
    private static let readers = ["mp4.read": Movie.small, "mkv.read": .matroska, "ts.read": .transportStream]

    @Test(arguments: readers.keys, readers.keys)
    func anotherReaderNamesTheOneToUse(reader: String, wrong: String) async throws {
        guard reader != wrong, let movie = Self.readers[reader] else { return }
        try await Scratch.use { scratch in
            let input = try await movie.file()
            func run(_ kind: String) async throws -> Outcome {
                let file = try scratch.write(
                    "pipeline.yaml",
                    """
                    stages:
                      movie: { use: \(kind), with: { path: "\(input.path)" } }
                      segments: { use: fmp4.segment, from: movie }
                      playlists: { use: hls.playlist, from: segments, with: { type: vod } }
                      folder: { use: file.folder, from: playlists, with: { path: out } }

                    """)
                return try await scratch.sluice("run", file.path)
            }
            let outcome = try await run(wrong)
            #expect(outcome.code == 1 && outcome.errors.contains("; use \(reader)\n"), "\(outcome)")
            _ = try await run(reader).succeeded()
        }
    }

    /// The key of a segment of a presentation is also that of a movie in fragments.
    @Test func encryptedMovieIsDecryptedAsAdvised() async throws {
        try await Scratch.use { scratch in
            let movie = try await Movie.silent.file()
            _ = try await scratch.sluice("keys", "new", "--output", "keys.json").succeeded()
            _ = try await scratch.command(
                ["segment", movie.path, "encrypted", "--single-file", "--encrypt", "cbcs", "--key-file", "keys.json"]
                    + ["--drm", "widevine"]
            ).run().succeeded()
            let input = "encrypted/video/media.mp4"
            let advised = try await scratch.sluice("segment", input, "out")
            #expect(advised.code == 1 && advised.errors.contains("decrypt it first (sluice decrypt)"), "\(advised)")
            _ = try await scratch.sluice("decrypt", input, "clear.mp4", "--key-file", "keys.json").succeeded()
            _ = try await scratch.sluice("segment", "clear.mp4", "out").succeeded()
            _ = try scratch.write(
                "keys.yaml",
                """
                stages:
                  movie: { use: mp4.read, with: { path: "\(input)", keys: { file: keys.json } } }
                  segments: { use: fmp4.segment, from: movie }
                  playlists: { use: hls.playlist, from: segments, with: { type: vod } }
                  folder: { use: file.folder, from: playlists, with: { path: keyed } }

                """)
            _ = try await scratch.sluice("run", "keys.yaml").succeeded()
            let progressive = try await scratch.sluice("segment", Damaged.encrypted().path, "progressive")
            #expect(progressive.code == 1 && progressive.errors.contains("not in movie fragments"), "\(progressive)")
        }
    }
}
