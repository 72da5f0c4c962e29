import Foundation
import Testing

/// The plugin workflow of an author: create, build, test and run outside the package.
@Suite struct PluginTests {
    @Test(arguments: ["source", "transform", "processor", "sink"])
    func whatIsMadeNewBuildsPassesItsTestsAndRuns(role: String) async throws {
        try await Scratch.use { scratch in
            let plugin = try await PluginFolder.made("FilmGrain", role: role, in: scratch)
            let built = try await plugin.build()
            #expect(built.output.contains("built FilmGrain: film-grain.") && built.errors.isEmpty, "\(built)")
            let tested = try await scratch.sluice("plugin", "test", plugin.name, limit: 180).succeeded()
            #expect(tested.errors.contains(/Test run with [1-9] tests? in 1 suite passed/), "\(tested)")
            _ = try await scratch.sluice("check", "FilmGrain/pipeline.yaml").succeeded()
            _ = try await scratch.sluice("run", "FilmGrain/pipeline.yaml").succeeded()
            if role == "sink" {
                let lines = try String(contentsOf: scratch.file("Output/FilmGrain.csv"), encoding: .utf8)
                #expect(lines.split(separator: "\n").count == 301)
            } else {
                let presentation = try Presentation(folder: scratch.file("Output/FilmGrain"))
                for rendition in presentation.renditions {
                    #expect(rendition.playlist.segments.map(\.duration) == [2, 2, 2, 2, 2])
                    let decoded = try await scratch.decode(rendition.joined(in: scratch))
                    #expect(decoded.code == 0 && decoded.errors.isEmpty, "\(decoded)")
                }
            }
        }
    }

    @Test func aTestThatFailsIsAFailure() async throws {
        try await Scratch.use { scratch in
            let plugin = try await PluginFolder.made("FilmGrain", in: scratch)
            try plugin.edit("Tests/FilmGrainTests.swift", "== [0, 3, 6]", to: "== [0, 3, 7]")
            let tested = try await scratch.sluice("plugin", "test", plugin.name, limit: 180)
            #expect(tested.code == 1 && tested.errors.contains("everyThirdFrameIsKept"), "\(tested)")
        }
    }

    @Test func aPluginIsFoundByNameAndListedAndExplained() async throws {
        try await Scratch.use { scratch in
            let plugin = try await PluginFolder.made("FilmGrain", in: scratch)
            try await plugin.build()
            func sluice(_ arguments: String...) async throws -> Outcome {
                var command = scratch.command(arguments)
                command.environment = ["SLUICE_PLUGIN_PATH": "/nonexistent:\(scratch.folder.path)"]
                return try await command.run().succeeded()
            }
            #expect(try await sluice("plugin", "list").output.contains("FilmGrain\tfilm-grain.thin\t"))
            let doctor = try await sluice("plugin", "doctor")
            #expect(doctor.output.contains("can be loaded") && doctor.errors.isEmpty, "\(doctor)")
            let reference = try await sluice("stages", "film-grain.thin", "--plugin", "FilmGrain")
            #expect(reference.output.contains("keep-every"), "\(reference)")
            try plugin.edit("pipeline.yaml", "plugins: [./]\n", to: "plugins: FilmGrain\n")
            _ = try await sluice("check", "FilmGrain/pipeline.yaml")
            try plugin.edit("pipeline.yaml", "plugins: FilmGrain\n", to: "")
            _ = try await sluice("check", "FilmGrain/pipeline.yaml", "--plugin", "FilmGrain")
        }
    }

    /// Changed sources are reported by each command with the command that builds them; a wrong index in a stage is an
    /// error of that stage.
    @Test func changedSourcesAreReportedAndAPixelOutsideTheFrameIsAnErrorOfTheStage() async throws {
        try await Scratch.use { scratch in
            let plugin = try await PluginFolder.made("FilmGrain", in: scratch)
            try await plugin.build()
            let stage = "Sources/FilmGrainStage.swift"
            try plugin.edit(
                stage, "        guard isKept else { return nil }\n",
                to: "        guard isKept else { return nil }\n        _ = try frame.withPixels { $0[0, 10_000, 0] }\n")
            try plugin.edit(stage, "keep(_ frame: Frame) -> Frame?", to: "keep(_ frame: Frame) throws -> Frame?")
            try plugin.edit(stage, "let kept = keep(frame)", to: "let kept = try keep(frame)")
            try plugin.edit(
                stage, "_ effects: inout Effects<Frame>) {", to: "_ effects: inout Effects<Frame>) throws {")
            let warning = "warning: the sources of plugin 'FilmGrain' were changed after it was built"
            for words in [
                ["check", "FilmGrain/pipeline.yaml"], ["run", "FilmGrain/pipeline.yaml", "--duration", "1s"],
            ] {
                let outcome = try await scratch.command(words).run().succeeded()
                #expect(outcome.errors.contains("FilmGrain/pipeline.yaml:3:"), "\(outcome)")
                #expect(outcome.errors.contains(warning), "\(outcome)")
                #expect(outcome.errors.contains("note: build it again: sluice plugin build FilmGrain/."), "\(outcome)")
            }
            let doctor = try await scratch.sluice("plugin", "doctor", "FilmGrain").succeeded()
            #expect(doctor.output.contains("ok: can be loaded") && doctor.errors.contains(warning), "\(doctor)")
            try await plugin.build()
            let checked = try await scratch.sluice("check", "FilmGrain/pipeline.yaml").succeeded()
            #expect(!checked.errors.contains("were changed after"), "\(checked)")
            let failed = try await scratch.sluice("run", "FilmGrain/pipeline.yaml")
            #expect(failed.code == 1, "\(failed)")
            #expect(failed.errors.contains("row 10000 is outside plane 0, which has 360"), "\(failed)")
        }
    }

    @Test func theInstalledToolNeedsNoSourceTree() async throws {
        try await Scratch.use { scratch in
            let modules = Sluice.tool.deletingLastPathComponent().appending(path: "Modules")
            let installed = scratch.file("prefix/lib/sluice/Modules")
            try FileManager.default.createDirectory(at: installed, withIntermediateDirectories: true)
            try FileManager.default.createDirectory(
                at: scratch.file("prefix/bin"), withIntermediateDirectories: true)
            let tool = scratch.file("prefix/bin/sluice")
            try FileManager.default.copyItem(at: Sluice.tool, to: tool)
            for module in ["Media", "SystemTime", "StageKit", "StageTesting"] {
                let name = "\(module).swiftmodule"
                try FileManager.default.copyItem(
                    at: modules.appending(path: name), to: installed.appending(path: name))
            }
            for words in [["new", "FilmGrain"], ["build", "FilmGrain"], ["test", "FilmGrain"]] {
                _ = try await scratch.run(tool.path, ["plugin"] + words, limit: 180).succeeded()
            }
            _ = try await scratch.run(tool.path, ["run", "FilmGrain/pipeline.yaml"]).succeeded()
        }
    }

    @Test func aStageThatCrashesIsNamedAndOneThatThrowsEndsOnlyWhatItsPolicySays() async throws {
        try await Scratch.use { scratch in
            let plugin = try await PluginFolder.made("FilmGrain", in: scratch)
            let statement = "        guard isKept else { return nil }\n"
            try plugin.edit(
                "Sources/FilmGrainStage.swift", statement,
                to: statement + "        if position.index >= 0 { fatalError(\"no\") }\n")
            try await plugin.build()
            let line = "ulimit -c 0; exec \(Sluice.tool.path) run FilmGrain/pipeline.yaml"
            let crashed = try await scratch.run("sh", ["-c", line])
            #expect(crashed.code == 70, "\(crashed)")
            #expect(crashed.errors.contains("error: stage 'changed' (film-grain.thin) crashed"), "\(crashed)")

            try plugin.edit(
                "Sources/FilmGrainStage.swift", "{ fatalError(\"no\") }",
                to: "{ throw StageError(.damagedInput, \"no\") }")
            try plugin.edit(
                "Sources/FilmGrainStage.swift", "keep(_ frame: Frame) -> Frame?",
                to: "keep(_ frame: Frame) throws -> Frame?")
            try plugin.edit("Sources/FilmGrainStage.swift", "let kept = keep(frame)", to: "let kept = try keep(frame)")
            try plugin.edit(
                "Sources/FilmGrainStage.swift", "_ effects: inout Effects<Frame>) {",
                to: "_ effects: inout Effects<Frame>) throws {")
            try await plugin.build()
            let failed = try await scratch.sluice("run", "FilmGrain/pipeline.yaml")
            #expect(failed.code == 1 && failed.errors.contains("error: changed (film-grain.thin): no"), "\(failed)")
            try plugin.edit("pipeline.yaml", "    from: picture\n", to: "    from: picture\n    on-error: bypass\n")
            let bypassed = try await scratch.sluice("run", "FilmGrain/pipeline.yaml").succeeded()
            #expect(bypassed.errors.contains("warning: changed: no; the stage is bypassed from now on"), "\(bypassed)")
            let presentation = try Presentation(folder: scratch.file("Output/FilmGrain"))
            #expect(presentation.renditions.first?.playlist.segments.count == 5)
        }
    }

    @Test func aPluginBuiltAnewIsTakenUpByALiveRunWhoseOtherOutputGoesOn() async throws {
        try await Scratch.use { scratch in
            let plugin = try await PluginFolder.made("FilmGrain", in: scratch)
            try await plugin.build()
            _ = try scratch.write("pipeline.yaml", Self.twoOutputs)
            var command = scratch.command(["run", "pipeline.yaml"], limit: 240)
            command.environment = ["XDG_RUNTIME_DIR": scratch.folder.path]
            command.isIdle = true
            let run = try command.start()
            func playlist(_ output: String) -> PlaylistText? {
                let data = FileManager.default.contents(atPath: scratch.file("\(output)/video/playlist.m3u8").path)
                return data.flatMap { try? PlaylistText(String(decoding: $0, as: UTF8.self)) }
            }
            func waits(_ condition: () -> Bool) async throws {
                guard try await eventually(within: 60, condition) else { throw Unable("not so: \(run.errors)") }
            }
            try await waits {
                (playlist("plain")?.segments.count ?? 0) >= 2 && (playlist("thin")?.segments.count ?? 0) >= 2
            }
            try plugin.edit("Sources/FilmGrainStage.swift", "position.index == 0", to: "position.index < keepEvery")
            try await plugin.build()
            run.signal(SIGHUP)
            try await waits { run.errors.contains("reloaded: replaced: thinned") }
            let count = playlist("thin")?.segments.count ?? 0
            try await waits { (playlist("thin")?.segments.count ?? 0) >= count + 3 }
            run.signal(SIGINT)
            _ = try await run.outcome(within: 30).succeeded()
            let plain = try #require(playlist("plain"))
            #expect(!plain.has("EXT-X-DISCONTINUITY"))
            for duration in plain.segments.map(\.duration).dropFirst().dropLast() { #expect(abs(duration - 1) < 0.05) }
            // Half of the frames before the change, all of them after it.
            let presentation = try Presentation(folder: scratch.file("thin"))
            let rendition = try #require(presentation.renditions.first)
            let packets = try await rendition.packets(isRaw: true, in: scratch)
            let times = try packets.times("video")
            let steps = zip(times, times.dropFirst()).map { $1 - $0 }
            #expect((steps.first ?? 0) > 0.06 && (steps.last ?? 1) < 0.04, "\(steps)")
        }
    }

    private static let twoOutputs = """
        plugins: [./FilmGrain]
        stages:
          picture: { use: test.video, with: { live: true, size: 160x90 } }
          keyframes: { use: keyframe.force, from: picture, with: { interval: 1s } }
          thinned: { use: film-grain.thin, from: keyframes, with: { keep-every: 2 } }
          \(output("plain", from: "keyframes"))
          \(output("thin", from: "thinned"))

        """

    private static func output(_ name: String, from stage: String) -> String {
        """
        \(name)-video: { use: video.encode, from: \(stage), with: { codec: h264, bitrate: 300kbps, look-ahead: 0 } }
          \(name)-segments: { use: fmp4.segment, from: \(name)-video, with: { interval: 1s } }
          \(name)-playlists: { use: hls.playlist, from: \(name)-segments, with: { type: event } }
          \(name): { use: file.folder, from: \(name)-playlists, with: { path: \(name) } }
        """
    }
}
