import Foundation
import Glibc
import Testing

/// Named pipes in place of files: opening one blocks until another process opens its other end, which never happens.
@Suite struct NamedPipeTests {
    private func pipe(_ name: String, in scratch: Scratch) throws -> URL {
        let pipe = scratch.file(name)
        #expect(mkfifo(pipe.path, 0o600) == 0)
        return pipe
    }

    private func expectRefusal(_ arguments: [String], code: Int32, in scratch: Scratch) async throws {
        let outcome = try await scratch.command(arguments, limit: 20).run()
        #expect(!outcome.isTimedOut && outcome.code == code, "\(outcome)")
        #expect(outcome.errors.contains("pipe") || outcome.errors.contains("not a"), "\(outcome)")
    }

    @Test func aPipelineFileThatExtendsAPipeIsRefused() async throws {
        try await Scratch.use { scratch in
            let pipe = try pipe("pipe.yaml", in: scratch)
            let file = try scratch.write("file.yaml", "pipeline: one\nabout: x\nextends: pipe.yaml\n")
            for command in ["check", "run", "graph"] {
                for path in [pipe, file] {
                    try await expectRefusal([command, path.path], code: 2, in: scratch)
                }
            }
        }
    }

    @Test func aPipelineFileMayComeFromThePipeOfTheShell() async throws {
        try await Scratch.use { scratch in
            let example = Sluice.pipeline("live-test-pattern").path
            let outcome = try await scratch.run(
                "bash",
                [
                    "-c",
                    "cat \(example) | \(Sluice.tool.path) check /dev/stdin && \(Sluice.tool.path) check <(cat \(example))",
                ])
            #expect(outcome.code == 0, "\(outcome)")
        }
    }

    @Test func filesToLookAtAreRefused() async throws {
        try await Scratch.use { scratch in
            let pipe = try pipe("list.m3u8", in: scratch).path
            try await expectRefusal(["inspect", pipe], code: 1, in: scratch)
            for arguments in [
                ["variants", pipe], ["validate", pipe], ["decrypt", pipe, "out"],
                ["sign", "--key-file", pipe, "http://a.b/live/"],
            ] {
                let outcome = try await scratch.command(arguments, limit: 20).run()
                #expect(!outcome.isTimedOut && outcome.code != 0 && outcome.errors.contains("pipe"), "\(outcome)")
            }
        }
    }

    @Test func aPipeInTheJournalsPlaceEndsTheRun() async throws {
        try await Scratch.use { scratch in
            let folder = scratch.file("out")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            _ = try pipe("out/.sluice-journal", in: scratch)
            try await expectRefusal(
                [
                    "run", Sluice.pipeline("live-test-pattern").path, "--set", "output=\(folder.path)", "--duration",
                    "1s",
                ],
                code: 1, in: scratch)
        }
    }
}
