import Foundation
import Testing

/// Runs with several sinks that are killed at any moment, some of them before they complete a segment, while system calls
/// are slow. A reader remembers every file of every sink.
///
/// Every pair of sinks, with and without encryption; each call that creates, changes or sends is slow for one of them.
///
/// `SLUICE_KILLS` sets the number of kills of each, 3 by default.
@Suite struct KilledSinksTests {
    private static let scripts = Sluice.package.appending(path: "Tests/EndToEndTests/Scripts")

    @Test(arguments: [
        ["folder+origin", "parts", "delays=renameat=100"],
        ["folder+origin", "parts", "cenc", "delays=open=20,openat=20,linkat=40,mkdirat=40,ftruncate=40,pwrite=40"],
        ["folder+store", "cenc", "delays=writev=40,unlinkat=40"], ["folder+store", "delays=renameat=40,send=20"],
        ["folder+origin+store", "parts", "cenc", "delays=write=20,fsync=50,fdatasync=50"],
        ["origin+store", "parts", "delays=send=20"],
        ["origin+store", "cenc", "delays=send=40,fsync=50,fdatasync=50"],
    ])
    func noNameHasTwoContents(arguments: [String]) async throws {
        try await Scratch.use { scratch in
            let library = scratch.file("delays.so").path
            _ = try await scratch.run(
                "cc",
                ["-shared", "-fPIC", "-O1", "-o", library, Self.scripts.appending(path: "alter-calls.c").path, "-ldl"]
            ).succeeded()
            let kills = ProcessInfo.processInfo.environment["SLUICE_KILLS"].flatMap { Int($0) } ?? 3
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
