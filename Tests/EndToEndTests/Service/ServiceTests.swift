import Foundation
import HLS
import Testing

/// Many pipelines in one process, each supervised separately.
@Suite struct ServiceTests {
    @Test func pipelinesThatAreInvalidOrFailDoNotStopTheOthers() async throws {
        try await Scratch.use { scratch in
            let service = try ServiceRun(scratch)
            try service.write("good")
            try service.write("typo", bitRate: "fast")
            try service.writeFailing("broken")
            try service.write(file: "service.yaml", "defaults: { restart-delay: 100ms }\npipelines: {}\n")
            let run = try service.start()
            defer { run.end() }
            try await run.expect(
                "good: running", "channels/typo.yaml:4:", "typo: error: invalid", "broken: warning: restarting in ")
            try await run.expect(
                that: { run.errors.matches(of: /broken: warning: restarting in/).count >= 4 },
                "there are repeated restarts")
            let delays = run.errors.matches(of: /broken: warning: restarting in ([\d.]+) s/).compactMap { Double($0.1) }
            #expect(delays[2] > delays[0], "\(delays)")
            try await run.expect(that: { try await service.end("good") >= 4 }, "the valid pipeline is served")
            #expect(try await service.status("typo/index.m3u8") == "404")
            // The file is read again when it changes.
            try service.write("typo")
            try await run.expect("typo: running")
            try await run.expect(that: { try await service.end("typo") >= 1 }, "the corrected pipeline is served")
            #expect(try await service.status("typo/index.m3u8") == "200")
            run.signal(SIGTERM)
            let outcome = try await run.outcome(within: 30).succeeded()
            #expect(outcome.errors.contains("good: stopped"))
        }
    }

    @Test func checkReportsTheMistakesOfAServiceAndOfItsPipelines() async throws {
        try await Scratch.use { scratch in
            let service = try ServiceRun(scratch)
            try service.write("good")
            let valid = try await scratch.sluice("check", "channels").succeeded()
            #expect(valid.output.matches(of: /channels: ok, 1 pipeline\n/).count == 1, "\(valid)")
            #expect(valid.output.contains("channels/good.yaml: ok, "))
            for name in ["one", "two"] { try service.write(name, folder: scratch.file("same").path) }
            let same = try await scratch.sluice("check", "channels")
            #expect(same.code == 2 && same.errors.contains(scratch.file("same").path), "\(same)")
            for name in ["one", "two"] { try service.remove(name) }
            try service.write("typo", bitRate: "fast")
            try service.write(
                file: "service.yaml",
                "hooks: { call: { http: 'http://127.0.0.1:1/', secret: hunter2hunter2hunter2 } }\npipelines: { no one: {} }\n"
            )
            let text = try await scratch.sluice("check", "channels/service.yaml", "channels/typo.yaml")
            #expect(text.code == 2 && text.errors.contains("channels/service.yaml:2:"), "\(text)")
            #expect(text.errors.contains("channels/typo.yaml:4:") && text.errors.contains("no one"))
            let json = try await scratch.sluice("check", "--json", "channels")
            #expect(
                json.code == 2 && json.output.contains("\"bad-name\"") && !json.output.contains("hunter2"), "\(json)")
        }
    }

    @Test func addedChangedAndRemovedFilesAreApplied() async throws {
        try await Scratch.use { scratch in
            let service = try ServiceRun(scratch)
            try service.write("one")
            let run = try service.start()
            defer { run.end() }
            try await run.expect(that: { try await service.end("one") >= 2 }, "it is served")
            try service.write("two")
            try await run.expect(that: { try await service.end("two") >= 2 }, "the added file is served")

            let viewer = try Command(
                program: "python3",
                arguments: [
                    Sluice.script("follow-origin.py").path, service.url("one/"), scratch.file("seen").path, "video",
                ], folder: scratch.folder, isIdle: true
            ).start()
            defer { viewer.end() }
            let seenFolder = scratch.file("seen/video").path
            try await run.expect(
                that: {
                    let names = (try? FileManager.default.contentsOfDirectory(atPath: seenFolder)) ?? []
                    return names.contains { $0.hasPrefix("segment-") }
                }, "the viewer plays")
            // A reload replaces the encoder.
            try service.write("one", bitRate: "300kbps")
            try await run.expect("one: reloaded: replaced: video")
            let before = try await service.end("one")
            try await run.expect(that: { try await service.end("one") >= before + 2 }, "it continues")
            viewer.signal(SIGTERM)
            let seen = try await viewer.outcome(within: 30)
            #expect(seen.code == 0 && seen.output.isEmpty, "\(seen)\n\(run.errors)")

            try service.remove("two")
            try await run.expect("two: stopping: its file was removed")
            try await run.expect(that: { try await service.status("two/index.m3u8") == "404" }, "it is not served")
            #expect(try await service.status("one/index.m3u8") == "200")
            #expect(run.errors.matches(of: /two: running/).count == 1)
        }
    }

    @Test func firstViewerStartsAPipelineThatStopsWhenIdle() async throws {
        try await Scratch.use { scratch in
            let service = try ServiceRun(scratch)
            try service.write("lazy")
            try service.write(file: "dead.yaml", deadPipeline(service.port))
            try service.write(
                file: "service.yaml",
                """
                pipelines:
                  lazy: { start: on-demand, idle: 2s }
                  dead: { start: on-demand, wait: 1s, restart-delay: 30s }

                """)
            let run = try service.start()
            defer { run.end() }
            try await run.expect("lazy: waiting", "dead: waiting")
            #expect(!run.errors.contains("lazy: running"))
            // The request waits for the first playlist.
            let first = try await service.request("lazy/video/playlist.m3u8")
            #expect(first.status == "200" && first.text.contains("#EXTINF"), "\(first)\n\(run.errors)")
            // A player that continues to ask prevents the stop.
            for _ in 0..<8 {
                #expect(try await service.status("lazy/video/playlist.m3u8") == "200")
                try await Task.sleep(for: .milliseconds(500))
            }
            #expect(!run.errors.contains("lazy: stopping"))
            try await run.expect("lazy: stopping: no viewer for 2s")
            try await run.expect(that: { run.errors.matches(of: /lazy: waiting/).count == 2 }, "it waits again")
            let second = try await service.request("lazy/index.m3u8")
            #expect(second.status == "200")
            // A pipeline that publishes nothing.
            let refused = try await service.request("dead/index.m3u8")
            #expect(refused.status == "503" && refused.seconds >= 1 && refused.seconds < 10, "\(refused)")
            #expect(refused.text.contains("Retry-After: 1"))
            #expect(try await service.status("unknown/index.m3u8") == "404")
        }
    }

    private func deadPipeline(_ port: UInt16) -> String {
        """
        stages:
          input: { use: mp4.read, with: { path: absent.mp4 } }
          segments: { use: fmp4.segment, from: input }
          playlists: { use: hls.playlist, from: segments }
          origin: { use: http.origin, from: playlists, with: { listen: "127.0.0.1:\(port)" } }

        """
    }

    @Test func collisionsOnAListenerNameBothPlaces() async throws {
        try await Scratch.use { scratch in
            let service = try ServiceRun(scratch)
            try service.write("alpha")
            try service.write("beta", origin: ", name: alpha")
            try service.write("gamma", origin: ", token: secret-token")
            let run = try service.start()
            defer { run.end() }
            try await run.expect(
                "channels/beta.yaml:10:3: error: 'alpha' already serves 'alpha' on 127.0.0.1:\(service.port)",
                "; the other one is channels/alpha.yaml:10:3; choose another 'name'",
                "channels/gamma.yaml:10:3: error: 'alpha' listens on 127.0.0.1:\(service.port) with other options",
                "alpha: running")
            #expect(!run.errors.contains("secret-token"))
            // The conflict ends with the other pipeline.
            try service.remove("alpha")
            try await run.expect("beta: running")
            try await run.expect(that: { try await service.end("alpha") >= 1 }, "the name is free")
        }
    }

    /// The end of a run removes what the name of its presentation shows, which must not be the presentation of another one.
    @Test func aNameIsFreeWhenTheRunOfARemovedFileHasEnded() async throws {
        try await Scratch.use { scratch in
            let library = scratch.file("alter.so").path
            _ = try await scratch.run(
                "cc", ["-shared", "-fPIC", "-O1", "-o", library, Sluice.script("alter-calls.c").path, "-ldl"]
            ).succeeded()
            let service = try ServiceRun(scratch)
            try service.write("alpha", folder: scratch.file("out").path)
            try service.write("beta", origin: ", name: alpha")
            // The folder of alpha takes seconds to write its last playlists.
            let run = try service.start(environment: ["LD_PRELOAD": library, "SLUICE_DELAYS": "renameat=500"])
            defer { run.end() }
            try await run.expect("'alpha' already serves 'alpha'", "alpha: running")
            try await run.expect(that: { try await service.end("alpha") >= 1 }, "alpha is served")
            try service.remove("alpha")
            try await run.expect("beta: running")
            try await run.expect(that: { try await service.end("alpha") >= 3 }, "beta is served")
            #expect(
                !run.errors.contains("another stage serves") && !run.errors.contains("beta: restarting"),
                "\(run.errors)")
        }
    }
}
