import Foundation
import Testing

/// Commands report standard output that cannot be written, but not a closed reader.
@Suite struct BrokenOutputTests {
    private static let commands = [
        ["help"], ["version"], ["stages"], ["stages", "hls.playlist"], ["devices", "--json"], ["check", "PIPELINE"],
        ["graph", "PIPELINE"], ["graph", "--dot", "PIPELINE"], ["completion", "bash"], ["validate", "--rules"],
        ["validate", "MOVIE/index.m3u8"], ["validate", "MOVIE", "--json"], ["inspect", "MOVIE/video/init.mp4"],
        ["inspect", "--json", "MOVIE/video/init.mp4"], ["variants", "ADDRESS/index.m3u8"],
        ["variants", "--json", "ADDRESS/index.m3u8"], ["download", "--dry-run", "ADDRESS/index.m3u8"],
        ["download", "ADDRESS/index.m3u8", "copy", "--json", "--quiet"],
        ["sign", "ADDRESS/index.m3u8", "--key-file", "key"],
        ["run", "PIPELINE", "--report", "json", "--quiet", "--set", "input=INPUT"], ["validate", "--help"],
    ]

    /// Runs `sluice` with the placeholders in `words` replaced, and standard output redirected.
    private func run(_ words: [String], _ redirection: String, in scratch: Scratch, _ address: String) async throws
        -> Outcome
    {
        let movie = try await Kind.vod.presentation().folder.path
        let input = try await Movie.small.file().path
        let places = [
            "PIPELINE": Sluice.pipeline("vod-passthrough").path, "MOVIE": movie, "INPUT": input, "ADDRESS": address,
        ]
        _ = try scratch.write("key", "a key for this test only\n")
        let line = words.map { places.reduce($0) { $0.replacing($1.key, with: $1.value) } }
        return try await scratch.run(
            "bash", ["-c", "\"$0\" \"$@\" \(redirection)", Sluice.tool.path] + line)
    }

    @Test func outputThatCannotBeWrittenIsAFailure() async throws {
        try await Scratch.use { scratch in
            try await Origin.serve(Kind.vod.presentation().folder, in: scratch) { address in
                let address = String(address.dropLast())
                for words in Self.commands {
                    let full = try await run(words, "> /dev/full", in: scratch, address)
                    #expect(full.code == 1, "\(words) \(full)")
                    #expect(full.errors.contains("cannot write to standard output: no space left on device"), "\(full)")
                }
            }
        }
    }

    @Test func aClosedOutputIsAFailureAndNoOtherFileGetsIt() async throws {
        try await Scratch.use { scratch in
            let outcome = try await run(["version"], ">&-", in: scratch, "")
            #expect(outcome.code == 1 && outcome.errors.contains("bad file descriptor"), "\(outcome)")
        }
    }

    @Test(arguments: [["stages"], ["run", "PIPELINE", "--report", "json", "--quiet", "--set", "input=INPUT"]])
    func aReaderThatGoesAwayIsNoError(words: [String]) async throws {
        try await Scratch.use { scratch in
            // The reader has exited before the command writes.
            let outcome = try await run(words, "> >(exec true); true", in: scratch, "")
            #expect(outcome.errors.isEmpty, "\(outcome)")
            let piped = try await run(words, "| head -c 0", in: scratch, "")
            #expect(piped.code == 0 && piped.errors.isEmpty, "\(piped)")
        }
    }
}
