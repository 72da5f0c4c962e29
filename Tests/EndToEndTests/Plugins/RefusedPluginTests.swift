import Foundation
import Testing

/// Plugins that cannot be loaded report the reason and do not hide other plugins.
@Suite struct RefusedPluginTests {
    @Test func aPluginThatIsNotBuiltSaysHow() async throws {
        try await Scratch.use { scratch in
            let plugin = try await PluginFolder.made("FilmGrain", in: scratch)
            let outcome = try await check(plugin)
            #expect(outcome.contains("FilmGrain/pipeline.yaml:3:11: error: plugin 'FilmGrain' is not built"))
            #expect(outcome.contains("sluice plugin build "))
        }
    }

    @Test func aPluginOfAnotherSDKIsRefusedWithTheCommandThatMendsIt() async throws {
        try await Scratch.use { scratch in
            let plugin = try await PluginFolder.made("FilmGrain", in: scratch)
            try await plugin.build()
            let manifest = plugin.url.appending(path: ".sluice/plugin.json")
            let text = try String(contentsOf: manifest, encoding: .utf8)
            try Data(text.replacing(/"sdk" : "[0-9a-f]+"/, with: "\"sdk\" : \"12ab\"").utf8).write(to: manifest)
            let other = try await check(plugin)
            #expect(other.contains("plugin 'FilmGrain' was built with another version of the SDK"), "\(other)")
            #expect(other.contains("build it for this tool: sluice plugin build "), "\(other)")
            try Data("{".utf8).write(to: manifest)
            #expect(try await check(plugin).contains("the build of plugin 'FilmGrain' is damaged"))
            try await plugin.build()
            let products = try FileManager.default.contentsOfDirectory(
                atPath: manifest.deletingLastPathComponent().path)
            let libraries = products.filter { $0.hasSuffix(".so") }
            #expect(libraries.count == 1)
            let library = manifest.deletingLastPathComponent().appending(path: try #require(libraries.first))
            try Data("not a library".utf8).write(to: library)
            #expect(try await check(plugin).contains("is missing or was changed after the build"))
        }
    }

    @Test func aSymbolThatNothingHasIsNamed() async throws {
        try await Scratch.use { scratch in
            let plugin = try await PluginFolder.made("FilmGrain", in: scratch)
            try plugin.edit(
                "Sources/FilmGrainPlugin.swift", "import StageKit\n",
                to: "import StageKit\n\n@_silgen_name(\"nobody_has_this\") func nobodyHasThis()\n")
            try plugin.edit(
                "Sources/FilmGrainPlugin.swift", "        catalogue", to: "        nobodyHasThis()\n        catalogue")
            let outcome = try await scratch.sluice("plugin", "build", plugin.name, limit: 180)
            #expect(
                outcome.code == 1 && outcome.errors.contains("undefined symbol nobody_has_this"), "\(outcome)")
            let doctor = try await scratch.sluice("plugin", "doctor", plugin.name)
            #expect(doctor.code == 1 && doctor.errors.contains("nobody_has_this"), "\(doctor)")
        }
    }

    @Test func aKindThatIsThereAlreadyIsRefusedAndHidesNoOtherPlugin() async throws {
        try await Scratch.use { scratch in
            let (one, two) = (
                try await PluginFolder.made("FilmGrain", in: scratch), try await PluginFolder.made("Fade", in: scratch)
            )
            try two.edit("Sources/FadeStage.swift", "\"fade.thin\"", to: "\"fmp4.segment\"")
            try await one.build()
            try await two.build()
            try one.edit("pipeline.yaml", "[./]", to: "[../Fade, ./, ../Missing]")
            let outcome = try await check(one)
            #expect(outcome.contains("plugin 'Fade' registers the kind 'fmp4.segment' of the tool itself"))
            #expect(outcome.contains("there is no plugin folder 'FilmGrain/../Missing'"))
            #expect(!outcome.contains("film-grain.thin"), "\(outcome)")
        }
    }

    @Test func aPluginWithoutAPluginTypeOrThatDoesNotCompileSaysSo() async throws {
        try await Scratch.use { scratch in
            let plugin = try await PluginFolder.made("FilmGrain", in: scratch)
            try plugin.edit("Sources/FilmGrainStage.swift", "var keepEvery = 2", to: "var keepEvery = nonsense")
            let broken = try await scratch.sluice("plugin", "build", plugin.name, limit: 180)
            #expect(broken.code == 1 && broken.errors.contains("FilmGrainStage.swift:6:25: error:"), "\(broken)")
            try plugin.edit("Sources/FilmGrainPlugin.swift", ": StagePlugin", to: "")
            let nameless = try await scratch.sluice("plugin", "build", plugin.name)
            #expect(nameless.errors.contains("has no StagePlugin type"), "\(nameless)")
            for name in ["film", "Film-Grain", "FilmGrain"] {
                let refused = try await scratch.sluice("plugin", "new", name)
                #expect(refused.code == 1 && refused.errorLines.count >= 1, "\(refused)")
            }
        }
    }

    /// Returns the errors of checking the plugin's pipeline, which must fail.
    private func check(_ plugin: PluginFolder) async throws -> String {
        let outcome = try await plugin.scratch.sluice("check", "\(plugin.name)/pipeline.yaml")
        #expect(outcome.code == 2, "\(outcome)")
        return outcome.errors
    }
}
