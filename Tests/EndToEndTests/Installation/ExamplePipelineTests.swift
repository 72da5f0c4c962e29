import Foundation
import Testing

/// Example pipelines, which commands find by name.
struct ExamplePipelineTests {
    @Test func commandsFindExamplesByName() async throws {
        try await Scratch.use { scratch in
            let list = try await scratch.sluice("pipelines").succeeded().output
            let names = list.split(separator: "\n").map { String($0.prefix { $0 != " " }) }
            #expect(Set(names) == Set(try Sluice.pipelines.map { $0.deletingPathExtension().lastPathComponent }))
            for command in ["check", "graph"] {
                let outcome = try await scratch.sluice(command, "live-test-pattern").succeeded()
                #expect(outcome.errors.isEmpty, "\(outcome)")
            }
            let text = try await scratch.sluice("pipelines", "live-camera").succeeded().output
            #expect(text == (try String(contentsOf: Sluice.pipeline("live-camera"), encoding: .utf8)))

            // The folder that a run has written is not a pipeline file.
            try FileManager.default.createDirectory(
                at: scratch.file("live-test-pattern"), withIntermediateDirectories: true)
            _ = try await scratch.sluice("check", "live-test-pattern").succeeded()
        }
    }

    @Test func fileTakesPrecedenceOverExample() async throws {
        try await Scratch.use { scratch in
            _ = try scratch.write("live-camera", "stages: { picture: { use: test.vidoe } }\n")
            let outcome = try await scratch.sluice("check", "live-camera")
            #expect(outcome.code == 2 && outcome.errors.contains("live-camera:1:"), "\(outcome)")
        }
    }

    @Test(arguments: ["check", "run", "graph"])
    func unknownNameIsRejectedWithTheNames(command: String) async throws {
        try await Scratch.use { scratch in
            let outcome = try await scratch.sluice(command, "live-test-patern")
            #expect(outcome.code == 2 && outcome.output.isEmpty, "\(outcome)")
            #expect(outcome.errors.contains("did you mean 'live-test-pattern'?"), "\(outcome)")
            #expect(outcome.errors.contains(/examples: .*live-camera, .*vod-encode/), "\(outcome)")
        }
    }
}
