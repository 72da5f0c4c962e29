import Foundation
import Testing

/// The commands that show and control the pipelines of a service, and services with movies.
@Suite struct ServiceCommandTests {
    private func sluice(_ scratch: Scratch, _ arguments: String...) async throws -> Outcome {
        var command = scratch.command(arguments)
        command.environment = ["XDG_RUNTIME_DIR": scratch.folder.path]
        command.isIdle = true
        return try await command.run()
    }

    @Test func pipelinesAreShownStoppedStartedAndRestarted() async throws {
        try await Scratch.use { scratch in
            let service = try ServiceRun(scratch)
            try service.write("news", folder: "news-out")
            try service.write("typo", bitRate: "fast")
            try service.writeFailing("loop")
            try service.write(file: "service.yaml", "defaults: { restart-delay: 100ms }\npipelines: {}\n")
            let run = try service.start()
            defer { run.end() }
            try await run.expect(that: { try await service.end("news") >= 2 }, "news is served")
            try await run.expect(
                that: { run.errors.matches(of: /loop: warning: restarting in/).count >= 3 }, "there are restarts")

            let list = try await sluice(scratch, "ps").succeeded().output
            #expect(list.contains(#/ news  +running .* 0  +\S+channels/#), "\(list)")
            #expect(list.contains(#/ typo  +invalid .*typo\.yaml:4: /#), "\(list)")
            #expect(list.contains(#/ loop .* [2-9] +\S+channels.*absent\.mp4/#), "\(list)")
            let typo = try await sluice(scratch, "status", "typo").succeeded().output
            #expect(typo.hasPrefix("typo: invalid\n\nreason: its file has errors: "), "\(typo)")
            #expect(typo.contains("channels/typo.yaml:4:") && !typo.contains("0.0 s"), "\(typo)")
            let loop = try await sluice(scratch, "status", "loop").succeeded().output
            #expect(loop.contains("absent.mp4") && loop.contains(/\d+ restarts, \d+ failed runs since/), "\(loop)")
            let refused = try await sluice(scratch, "start", "typo")
            #expect(refused.code == 1 && refused.errors.contains("channels/typo.yaml:4:"), "\(refused)")

            let stopped = try await sluice(scratch, "stop", "news").succeeded()
            #expect(stopped.output.hasPrefix("stopped news (process "), "\(stopped)")
            let status = try await sluice(scratch, "status", "news").succeeded().output
            #expect(status.hasPrefix("news: stopped, last run stopped after "), "\(status)")
            #expect(status.contains(/picture +ended/), "\(status)")
            let started = try await sluice(scratch, "start", "news").succeeded()
            #expect(started.output.hasPrefix("started news (process "), "\(started)")
            let before = run.errors.matches(of: /news: running/).count
            #expect(try await sluice(scratch, "restart", "news").succeeded().output.hasPrefix("started news"))
            #expect(run.errors.matches(of: /news: running/).count == before + 1)
            let failed = try await sluice(scratch, "restart", "loop")
            // The run may fail after the command has seen it running.
            let fails = failed.code == 1 && failed.errors.contains("absent.mp4")
            #expect(fails || failed.output.hasPrefix("started loop"), "\(failed)")

            func playlist() throws -> String {
                try String(contentsOf: scratch.file("news-out/video/playlist.m3u8"), encoding: .utf8)
            }
            #expect(try !playlist().contains("#EXT-X-ENDLIST"))
            _ = try await sluice(scratch, "stop", "news", "--end").succeeded()
            #expect(try playlist().contains("#EXT-X-ENDLIST"))

            let log = try await sluice(scratch, "logs", "news", "--lines", "200").succeeded().output
            #expect(log.contains("Z running\n") && log.contains("stopping: requested"), "\(log)")
            let json = try await sluice(scratch, "logs", "loop", "--lines", "2", "--json").succeeded().output
            #expect(json.split(separator: "\n").count == 2 && json.hasPrefix("{\"code\":"), "\(json)")
            let stranger = try await sluice(scratch, "stop", "absent")
            #expect(stranger.code == 64 && stranger.errors.contains("there is no run 'absent'"), "\(stranger)")
            run.signal(SIGTERM)
            _ = try await run.outcome(within: 60).succeeded()
        }
    }

    @Test func missingFolderOfMoviesLeavesThePipelinesAndIsServedLater() async throws {
        try await Scratch.use { scratch in
            let service = try ServiceRun(scratch)
            let port = freePort()
            try service.write("news")
            try service.write(
                file: "service.yaml",
                "movies: { listen: \"127.0.0.1:\(port)\", folders: [{ folder: ../films }] }\npipelines: {}\n")
            let check = try await scratch.sluice("check", "channels")
            #expect(check.code == 2 && check.errors.contains("channels/service.yaml:1:"), "\(check)")
            #expect(check.errors.contains("cannot read folder of movies 'channels/../films'"), "\(check)")
            let run = try service.start()
            defer { run.end() }
            try await run.expect(that: { try await service.end("news") >= 1 }, "the pipeline is served")
            #expect(run.errors.contains("films'; its movies are served as soon as it can be read"), "\(run.errors)")
            let movie = "http://127.0.0.1:\(port)/film.mp4/index.m3u8"
            #expect(try await scratch.run("curl", ["--silent", "--fail", movie]).code == 22)
            let made = try await Movie.small.file()
            let films = scratch.file("films")
            try FileManager.default.createDirectory(at: films, withIntermediateDirectories: true)
            try FileManager.default.linkItem(at: made, to: films.appending(path: "film.mp4"))
            try await run.expect(
                that: { try await scratch.run("curl", ["--silent", "--fail", movie]).code == 0 }, "the movie is served")
            try await run.expect("films' can be read")
            run.signal(SIGTERM)
            _ = try await run.outcome(within: 60).succeeded()
        }
    }

    @Test func serviceOfMoviesIsListedAndShown() async throws {
        try await Scratch.use { scratch in
            let port = freePort()
            try FileManager.default.createDirectory(at: scratch.file("films"), withIntermediateDirectories: true)
            let file = try scratch.write(
                "service.yaml",
                "service: library\nmovies: { listen: \"127.0.0.1:\(port)\", folders: [{ folder: films }, { folder: absent }] }\n"
            )
            let admin = freePort()
            var command = scratch.command(["serve", file.path, "--admin", "127.0.0.1:\(admin)"])
            (command.environment, command.isIdle) = (["XDG_RUNTIME_DIR": scratch.folder.path], true)
            let run = try command.start()
            defer { run.end() }
            try await run.expect("serving movies at")
            let list = try await sluice(scratch, "ps").succeeded().output
            // Other tests may run pipelines at the same time.
            #expect(list.contains(#/ library +serving movies /#), "\(list)")
            let status = try await sluice(scratch, "status", "library").succeeded().output
            #expect(status.hasPrefix("library: serving movies for "), "\(status)")
            #expect(status.contains(/films +served/) && status.contains(/absent +cannot be read/), "\(status)")
            let health = "http://127.0.0.1:\(admin)/health"
            for path in ["ready", "live"] {
                _ = try await scratch.run("curl", ["--silent", "--fail", "\(health)/\(path)"]).succeeded()
            }
            // Another service waits for the address of the movies, and says who has it.
            let second = try scratch.write(
                "second.yaml", "movies: { listen: \"127.0.0.1:\(port)\", folders: [{ folder: films }] }\n")
            command.arguments = ["serve", second.path]
            let waiting = try command.start()
            defer { waiting.end() }
            try await waiting.expect("127.0.0.1:\(port): address already in use by sluice (process \(run.pid))")
            run.signal(SIGTERM)
            _ = try await run.outcome(within: 30).succeeded()
            try await waiting.expect("serving movies at")
            waiting.signal(SIGTERM)
            _ = try await waiting.outcome(within: 30).succeeded()
            // A unit of a service manager starts it again, unlike after a mistake in the command line.
            let absent = try await scratch.sluice("serve", "absent/")
            #expect(absent.code == 1 && absent.errors.contains("cannot read 'absent/'"), "\(absent)")
        }
    }
}
