import Foundation
import Testing

/// Runs with several sinks that are killed at any moment, some of them before they complete a segment, while system calls
/// are slow. A reader remembers every file of every sink.
///
/// `SLUICE_KILLS` sets the number of kills, 4 by default.
@Suite struct KilledSinksTests {
    private static let scripts = Sluice.package.appending(path: "Tests/EndToEndTests/Scripts")

    @Test(arguments: [
        ["folder+origin", "parts", "delays=renameat=100"],
        ["folder+store", "cenc", "delays=writev=40,unlinkat=40"],
        ["folder+origin+store", "parts", "cenc", "delays=write=20,fsync=50,fdatasync=50"],
        ["origin+store", "parts"],
    ])
    func noNameHasTwoContents(arguments: [String]) async throws {
        try await Scratch.use { scratch in
            let library = scratch.file("delays.so").path
            _ = try await scratch.run(
                "cc",
                ["-shared", "-fPIC", "-O1", "-o", library, Self.scripts.appending(path: "alter-calls.c").path, "-ldl"]
            ).succeeded()
            let kills = ProcessInfo.processInfo.environment["SLUICE_KILLS"].flatMap { Int($0) } ?? 4
            let outcome = try await scratch.run(
                "python3",
                [
                    Self.scripts.appending(path: "kill-runs.py").path, Sluice.tool.path, scratch.folder.path,
                    String(kills),
                ] + arguments, limit: Double(60 + 10 * kills))
            #expect(outcome.code == 0 && outcome.output.contains(" 0 violations"), "\(outcome)")
        }
    }
}
