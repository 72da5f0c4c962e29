import Foundation
import Testing

/// Runs that are refused leave no output folder, and nothing in folders that existed before.
@Suite struct RefusedRunTests {
    private func expectNothing(_ scratch: Scratch, _ output: String, _ outcome: Outcome, _ reason: String) {
        #expect(outcome.code != 0 && outcome.errors.contains(reason), "\(outcome)")
        let names = try? FileManager.default.contentsOfDirectory(atPath: scratch.file(output).path)
        #expect(names == nil, "\(output): \(names ?? [])")
    }

    @Test func segmentLeavesNoFolder() async throws {
        try await Scratch.use { scratch in
            let movie = try await Movie.small.file().path
            _ = try scratch.write("bad.json", "{}")
            _ = try scratch.write("text.mp4", "no movie")
            let encryption = ["--encrypt", "cbcs", "--key-uri", "https://example.com/{kid}", "--key-file"]
            let refusals: [(input: String, options: [String], reason: String)] = [
                (movie, encryption + ["bad.json"], "cannot read keys from 'bad.json'"),
                (movie, encryption + ["none.json"], "cannot read keys from 'none.json'"),
                (movie, ["--tracks", "audio:fr"], "has no audio track in 'fr'"),
                (movie, ["--encrypt", "cbcs", "--key-file", "none.json"], "requires --key-uri or --drm"),
                ("none.mp4", [], "none.mp4"), ("text.mp4", [], "text.mp4"), ("none.mkv", ["--encode"], "none.mkv"),
            ]
            for (number, refusal) in refusals.enumerated() {
                let output = "out\(number)/a/b"
                let outcome = try await scratch.command(["segment", refusal.input, output] + refusal.options).run()
                expectNothing(scratch, "out\(number)", outcome, refusal.reason)
            }
        }
    }

    @Test func otherCommandsLeaveNoFolder() async throws {
        try await Scratch.use { scratch in
            let movie = try await Movie.small.file().path
            _ = try scratch.write("bad.json", "{}")
            let commands: [(arguments: [String], output: String, reason: String)] = [
                (["download", "http://127.0.0.1:1/x.m3u8", "loaded"], "loaded", "127.0.0.1:1"),
                (["job", "plan", "none.mp4", "plan"], "plan", "none.mp4"),
                (["job", "plan", movie, "plan", "--ladder", "none"], "plan", "ladder"),
                (["decrypt", movie, "clear", "--key-file", "bad.json"], "clear", "bad.json"),
                (["serve", "none", "--cache", "cache"], "cache", "none"),
                (
                    [
                        "serve", try await Movie.small.file().deletingLastPathComponent().path, "--cache", "cache",
                        "--signing-key-file", "none",
                    ], "cache", "none"
                ),
            ]
            for command in commands {
                let outcome = try await scratch.command(command.arguments, limit: 40).run()
                expectNothing(scratch, command.output, outcome, command.reason)
            }
        }
    }

    @Test func existingFoldersAreUnchanged() async throws {
        try await Scratch.use { scratch in
            let folder = scratch.file("out")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            _ = try scratch.write("out/notes.txt", "mine")
            _ = try await scratch.sluice("segment", "none.mp4", "out")
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(Set(names).subtracting([".sluice-journal"]) == ["notes.txt"])
        }
    }
}
