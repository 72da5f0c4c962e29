import Foundation
import Testing

/// Plugins that other users can modify are not loaded; plugins in the current folder are found by name.
@Suite struct PluginPermissionTests {
    private func check(_ scratch: Scratch) async throws -> Outcome {
        try await scratch.sluice("check", "FilmGrain/pipeline.yaml", "--plugin", "FilmGrain")
    }

    @Test func aFolderOfTheCurrentDirectoryIsFoundByNameAndListed() async throws {
        try await Scratch.use { scratch in
            _ = try await scratch.sluice("plugin", "new", "FilmGrain").succeeded()
            #expect(try await check(scratch).errors.contains("plugin 'FilmGrain' is not built"))
            let list = try await scratch.sluice("plugin", "list").succeeded()
            #expect(list.output.hasPrefix("FilmGrain\tcannot be loaded: "), "\(list)")
            _ = try scratch.write("a.yaml", "plugins: FilmGrain\nstages: {}\n")
            let named = try await scratch.sluice("check", "a.yaml")
            #expect(named.errors.contains("write './FilmGrain'"), "\(named)")
        }
    }

    @Test(arguments: ["FilmGrain", "FilmGrain/.sluice", "FilmGrain/.sluice/plugin.json", "."])
    func whatOthersCanWriteToIsRefused(path: String) async throws {
        try await Scratch.use { scratch in
            _ = try await scratch.sluice("plugin", "new", "FilmGrain").succeeded()
            try FileManager.default.createDirectory(
                at: scratch.file("FilmGrain/.sluice"), withIntermediateDirectories: true)
            _ = try scratch.write("FilmGrain/.sluice/plugin.json", "{}")
            #expect(try await check(scratch).errors.contains("plugin.json"), "only its content is invalid")
            let name = scratch.file(path).standardizedFileURL.path
            for mode in [0o775, 0o757] {
                chmod(name, mode_t(mode))
                let refused = try await check(scratch)
                #expect(refused.code == 2 && refused.errors.contains("chmod go-w '"), "\(refused)")
                #expect(refused.errors.contains("is not loaded: users other than"), "\(refused)")
            }
            if path == "." {
                chmod(name, 0o1777)
                #expect(try await check(scratch).errors.contains("damaged"), "only owners replace its content")
            }
        }
    }

    @Test(.enabled(if: getuid() == 0), arguments: ["FilmGrain", "FilmGrain/.sluice/plugin.json", "."])
    func whatBelongsToAnotherUserIsRefused(path: String) async throws {
        try await Scratch.use { scratch in
            _ = try await scratch.sluice("plugin", "new", "FilmGrain").succeeded()
            try FileManager.default.createDirectory(
                at: scratch.file("FilmGrain/.sluice"), withIntermediateDirectories: true)
            _ = try scratch.write("FilmGrain/.sluice/plugin.json", "{}")
            chown(scratch.file(path).standardizedFileURL.path, 64_321, 64_321)
            let refused = try await check(scratch)
            #expect(refused.code == 2 && refused.errors.contains("belongs to user 64321"), "\(refused)")
        }
    }
}
