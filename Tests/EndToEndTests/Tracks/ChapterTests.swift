import Foundation
import Testing

/// The chapters of files are published with their presentation.
@Suite struct ChapterTests {
    struct Shape: CustomTestStringConvertible, Sendable {
        var name: String
        /// Arguments of ffmpeg after the inputs: video, audio and chapters.
        var arguments: [String]
        var options: [String] = []
        /// Replacements of boxes, which remove one of two forms of chapters.
        var removedBox: String?
        var language = "und"
        var testDescription: String { "\(name) \(options.joined(separator: " ")) \(removedBox ?? "")" }
    }

    private static let movie = ["-map", "0", "-map", "1", "-c:v", "libx264", "-g", "25", "-c:a", "aac"]

    static let shapes = [
        Shape(name: "text.mp4", arguments: movie, removedBox: "chpl"),
        Shape(name: "nero.mp4", arguments: movie, removedBox: "chap"),
        Shape(name: "text.mov", arguments: movie, removedBox: "chpl", language: "en"),
        Shape(name: "plain.mkv", arguments: movie), Shape(name: "encoded.mkv", arguments: movie, options: ["--encode"]),
        Shape(name: "mixed.mp4", arguments: movie, options: ["--encode", "audio"]),
        Shape(name: "sound.mp3", arguments: ["-map", "1", "-c:a", "libmp3lame"]),
        Shape(name: "old.mp3", arguments: ["-map", "1", "-c:a", "libmp3lame", "-id3v2_version", "3"]),
    ]

    static func file(_ shape: Shape) async throws -> URL {
        let chapters = try await MadeFiles.shared.file("chapters.txt", madeBy: ["chapters"]) { part in
            let list = [(0, 2500, "Intro"), (2500, 5000, "Mitte – ü"), (5000, 6000, "End")].map {
                "[CHAPTER]\nTIMEBASE=1/1000\nSTART=\($0.0)\nEND=\($0.1)\ntitle=\($0.2)\n"
            }
            try Data((";FFMETADATA1\n" + list.joined()).utf8).write(to: part)
        }
        let whole = try await made(
            shape.name,
            byFFmpeg: [
                "-f", "lavfi", "-i", "testsrc=duration=6:size=160x90:rate=25", "-f", "lavfi", "-i", "sine=duration=6",
                "-i", chapters.path, "-map_metadata", "2",
            ] + shape.arguments)
        guard let box = shape.removedBox else { return whole }
        return try await made(shape.name, from: whole, as: "without \(box)") { data in
            var data = data
            guard let range = data.range(of: Data(box.utf8)) else { throw Unable("there is no box \(box)") }
            data.replaceSubrange(range, with: Data("free".utf8))
            return data
        }
    }

    struct Chapter: Decodable {
        struct Title: Decodable {
            var language: String
            var title: String
        }
        var start: Double
        var duration: Double
        var titles: [Title]
        enum CodingKeys: String, CodingKey {
            case duration, titles
            case start = "start-time"
        }
    }

    /// Verifies the titles, and the times with the accuracy of a frame.
    static func expectChapters(_ json: Data, _ shape: Shape) throws {
        let chapters = try JSONDecoder().decode([Chapter].self, from: json)
        #expect(chapters.map { $0.titles.map(\.title) } == [["Intro"], ["Mitte – ü"], ["End"]], "\(shape)")
        #expect(chapters.allSatisfy { $0.titles.map(\.language) == [shape.language] })
        for (chapter, start) in zip(chapters, [0, 2.5, 5]) { #expect(abs(chapter.start - start) < 0.03, "\(shape)") }
        for (chapter, length) in zip(chapters, [2.5, 2.5, 1]) {
            #expect(abs(chapter.duration - length) < 0.1, "\(shape)")
        }
    }

    static let declaration =
        #"#EXT-X-SESSION-DATA:DATA-ID="com.apple.hls.chapters",URI="chapters.json""#

    @Test(arguments: shapes) func segmentWritesThem(shape: Shape) async throws {
        try await Scratch.use { scratch in
            let arguments = ["segment", try await Self.file(shape).path, "out"] + shape.options
            let outcome = try await scratch.command(arguments).run().succeeded()
            #expect(outcome.errors.contains("3 chapters of the input in chapters.json"), "\(outcome)")
            try Self.expectChapters(try Data(contentsOf: scratch.file("out/chapters.json")), shape)
            let playlist = try String(contentsOf: scratch.file("out/index.m3u8"), encoding: .utf8)
            #expect(playlist.contains(Self.declaration), "\(playlist)")
            // QuickTime files become MP4.
            for name in ["video", "audio"]
            where FileManager.default.fileExists(atPath: scratch.file("out/\(name)").path) {
                let start = try Data(contentsOf: scratch.file("out/\(name)/init.mp4"))
                #expect(start.range(of: Data("qt  ".utf8)) == nil && start[8..<12] == Data("iso5".utf8))
            }
            let listing = try await scratch.sluice("inspect", arguments[1]).succeeded()
            #expect(listing.output.contains(/chapter 2: from 2.500 s to 5.000 s, .*'Mitte – ü'/), "\(listing)")
        }
    }

    @Test func chaptersAreLeftOutOnRequest() async throws {
        try await Scratch.use { scratch in
            let input = try await Self.file(Self.shapes[0]).path
            _ = try await scratch.sluice("segment", input, "out", "--no-chapters").succeeded()
            #expect(!FileManager.default.fileExists(atPath: scratch.file("out/chapters.json").path))
            let playlist = try String(contentsOf: scratch.file("out/index.m3u8"), encoding: .utf8)
            #expect(!playlist.contains("SESSION-DATA"))
        }
    }

    @Test func servedMoviesHaveThem() async throws {
        try await Scratch.use { scratch in
            let folder = scratch.file("movies")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            // Matroska is converted.
            let shapes = Array(Self.shapes.prefix(4))
            for shape in shapes {
                try FileManager.default.linkItem(
                    at: try await Self.file(shape), to: folder.appending(path: shape.name))
            }
            let port = freePort()
            var command = scratch.command(
                ["serve", "movies", "--listen", "127.0.0.1:\(port)", "--cache", "cache"], limit: 60)
            command.environment = ["XDG_RUNTIME_DIR": scratch.folder.path]
            let program = try command.start()
            try await program.expect("serving movies at")
            func load(_ path: String) async throws -> String {
                let options = ["--silent", "--fail", "--retry", "20", "http://127.0.0.1:\(port)/\(path)"]
                return try await scratch.run("curl", options).succeeded().output
            }
            for shape in shapes {
                let playlist = try await load("\(shape.name)/index.m3u8")
                let uri = try #require(
                    playlist.firstMatch(of: /DATA-ID="com.apple.hls.chapters",URI="([^"]*)"/), "\(playlist)"
                ).1
                try Self.expectChapters(Data(try await load("\(shape.name)/\(uri)").utf8), shape)
                let part = try await load("\(shape.name)/index.m3u8?start=4")
                let partURI = try #require(part.firstMatch(of: /com.apple.hls.chapters",URI="([^"]*)"/), "\(part)").1
                let json = try await load("\(shape.name)/\(partURI)")
                #expect(try JSONDecoder().decode([Chapter].self, from: Data(json.utf8)).count == 2, "\(json)")
            }
            program.signal(SIGTERM)
            #expect(try await program.outcome(within: 30).code == 0)
        }
    }
}
