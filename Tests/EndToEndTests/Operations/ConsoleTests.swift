import Foundation
import Testing

/// The console in Chromium, by what it displays about a real run.
@Suite(
    .serialized, .enabled(if: Browser.isAvailable, "Chromium is not installed; Scripts/setup --browser installs it"))
struct ConsoleTests {
    /// Mounts a disk, visible only to the run, which a file fills while `fill` exists. Requires a privileged user.
    private static let disk = """
        mount -t tmpfs -o size=64m tmpfs disk || exit 99
        (while :; do
          if ! [ -e fill ]; then rm -f disk/filler; elif ! [ -e disk/filler ]; then head -c 63500k /dev/zero > disk/filler; fi
          sleep 0.2
        done) &
        exec "$0" "$@"
        """
    /// Validates the output, and applies the changes of the pipeline file after displaying them.
    ///
    /// The event that a dialog has closed can arrive when the next one is open.
    private static let actions = """
        await press('do-validate', 'validation', /fix/);
        one('dialog-cancel').click();
        await press('do-reload', 'preview', /changes of the plan/);
        one('dialog').dispatchEvent(new Event('close'));
        await press('dialog-confirm', 'reload', /Reloaded/);
        one('dialog-cancel').click();
        """

    @Test(.enabled(if: Nginx.isThere, "\(Nginx.absence)"))
    func faultsAreDisplayedUntilTheyAreRemedied() async throws {
        try await Scratch.use { scratch in
            let store = try Nginx("nginx-store.conf", in: scratch)
            let port = freePort()
            let sender = try ConsoleSender(port: port, in: scratch)
            defer { sender.end() }
            let hasDisk = await Namespace.isAllowed
            let run = try await ConsoleRun(
                scratch, source: sender.source, store: store.url,
                script: hasDisk ? "exec unshare --mount sh -c '\(Self.disk)' \"$0\" \"$@\"" : "exec \"$0\" \"$@\"")
            defer { run.program.end() }
            try await expectUsualRun(run)
            try await expectMetrics(of: run)
            try await expectHooks(in: scratch)

            let player = try Command(
                program: "sh",
                arguments: [
                    "-c",
                    "while :; do curl -s -A viewer '\(run.origin)video/playlist.m3u8' > /dev/null; sleep 1; done",
                ], folder: scratch.folder
            ).start()
            defer { player.end() }
            sender.end()
            store.stop()
            _ = try scratch.write("fill", "")
            let faults = ["Source lost", "Push target down"] + (hasDisk ? ["Disk"] : [])
            let conditions = faults.map { "text('alerts').includes('\($0)')" } + ["Number(tile('Viewers')) >= 1"]
            let during = try await run.page(shows: conditions.joined(separator: " && "))
            expectFaults(during, store: store.url, hasDisk: hasDisk)

            let second = try ConsoleSender(port: port, in: scratch)
            defer { second.end() }
            try store.start()
            try FileManager.default.removeItem(at: scratch.file("fill"))
            let after = try await run.page(
                shows: "text('phase') === 'Running' && text('push').includes('storing') && text('alerts') === ''",
                within: 90)
            #expect(after.sources.contains("1 loss,") && after.sources.contains("1 reconnect"), "\(after)")
        }
    }

    private func expectUsualRun(_ run: ConsoleRun) async throws {
        let text = try String(contentsOf: run.file, encoding: .utf8)
        try Data(text.replacing("lost-after: 1s", with: "lost-after: 1500ms").utf8).write(to: run.file)
        let page = try await run.page(
            shows: """
                text('phase') === 'Running' && tile('Output').includes('bit/s') && tile('Viewers') === '0'
                  && window.dialogs.reload && text('subtitle').includes('1 reload')
                """, script: Self.actions)
        #expect(page.pipeline == "console" && page.title == "console – sluice", "\(page)")
        #expect(page.disk.contains("disk/\(ConsoleRun.markup)"), "\(page)")
        #expect(page.stages == 6 && page.alerts.isEmpty, "\(page)")
        #expect(page.tiles["Sources"] == "1 of 1" && page.sources.contains("delivering"), "\(page)")
        // Three sinks publish two renditions each.
        #expect(page.renditions.count == 6, "\(page)")
        #expect(page.renditions.allSatisfy { $0[1].contains("bit/s") && $0[5].contains(".m4s") }, "\(page)")
        #expect(page.log.contains("serving \(run.origin)"), "\(page)")
        #expect(page.dialogs["validation"]?.contains("3 media playlists") == true, "\(page.dialogs)")
        #expect(page.dialogs["preview"]?.contains("network") == true, "\(page.dialogs)")
        #expect(page.dialogs["preview"]?.contains("5 stages keep running unchanged") == true, "\(page.dialogs)")
    }

    private func expectFaults(_ page: ConsoleSample, store: String, hasDisk: Bool) {
        #expect(page.phase == "Source lost" && page.tiles["Sources"] == "0 of 1", "\(page)")
        #expect(page.title.hasPrefix("⚠") && page.sources.contains("lost"), "\(page)")
        #expect(page.push.contains("failing") && page.push.contains(store), "\(page)")
        #expect(page.tiles["Push backlog"]?.hasPrefix("0 ") == false, "\(page)")
        #expect(page.viewers.contains("Estimated: distinct pairs of address and User-Agent"), "\(page)")
        #expect(page.viewers.contains("video/playlist.m3u8"), "\(page)")
        #expect(
            !hasDisk || page.alerts.contains { $0.contains("disk/\(ConsoleRun.markup)") && $0.contains("iB free") },
            "\(page)")
    }

    /// The start of the run has requested a playlist once.
    private func expectHooks(in scratch: Scratch) async throws {
        let isCalled = try await eventually(within: 30) {
            let calls = (try? String(contentsOf: scratch.file("viewers"), encoding: .utf8)) ?? ""
            let types = calls.matches(of: /"type":"(viewer[.a-z]*)"/).map { String($0.1) }
            return types == ["viewer.first", "viewer.last"]
        }
        #expect(isCalled, "hooks are called for the first and the last viewer")
    }

    private func expectMetrics(of run: ConsoleRun) async throws {
        let requests = try await run.metric("sluice_origin_requests_total", "playlist", "2xx", "http/1.1")
        #expect((requests ?? 0) > 0)
        #expect(try await run.metric("sluice_origin_response_seconds_count", "playlist") ?? 0 > 0)
        #expect(try await run.metric("sluice_origin_sent_bytes_total", "origin") ?? 0 > 0)
        #expect(try await run.metric("sluice_origin_connections", "origin") == 0)
        #expect(try await run.metric("sluice_origin_viewers", "video/playlist.m3u8") != nil)
    }

    @Test func jobsOfAServiceAreDisplayed() async throws {
        try await Scratch.use { scratch in
            let pipeline = try await JobPipelineFile.write(
                in: scratch, seconds: 8, preset: "ultrafast", size: "320x180")
            _ = try await scratch.sluice("job", "plan", pipeline, "jobs/film <b>", "--chunk", "4s").succeeded()
            _ = try await scratch.sluice("job", "work", "jobs/film <b>", "--index", "0").succeeded()
            let logs = scratch.file("jobs/film <b>/.job/logs")
            try FileManager.default.createDirectory(at: logs, withIntermediateDirectories: true)
            try Data("sluice: error: no space left <i>\n".utf8).write(to: logs.appending(path: "0001.log"))
            let service = try scratch.write("service.yaml", "jobs: [jobs]\n")
            let run = try Command(
                program: Sluice.tool.path, arguments: ["serve", service.path, "--admin", "127.0.0.1:0"],
                folder: scratch.folder
            ).start()
            defer { run.end() }
            _ = try await eventually(within: 30) { run.errors.contains("admin listener on") || !run.isRunning }
            let address = try #require(run.errors.firstMatch(of: /admin listener on (http:.*)\n/), "\(run.errors)").1
            let (page, isShown) = try await ConsoleSample.read(
                String(address),
                until: "text('jobs').includes('1 of 3 tasks done') && text('jobs').includes('no space left <i>')"
                    + " && text('jobs').includes('--index 1') && text('phase') === 'No pipelines'", in: scratch)
            #expect(isShown, "\(page) \(run.errors)")
            run.signal(SIGTERM)
            _ = try await run.outcome(within: 30).succeeded()
        }
    }

    @Test func statesOfAServiceAreDisplayed() async throws {
        try await Scratch.use { scratch in
            let service = try ServiceRun(scratch)
            try service.write("news")
            try service.write("typo", bitRate: "fast")
            try service.writeFailing("broken")
            try service.write(
                file: "service.yaml", "movies: { folders: [{ folder: ../films }], listen: \"127.0.0.1:0\" }\n")
            let run = try service.start("--admin", "127.0.0.1:0")
            defer { run.end() }
            try await run.expect(that: { try await service.end("news") >= 2 }, "it is served")
            let address = String(try #require(run.errors.firstMatch(of: /admin listener on (http:.*)\n/)).1)
            try service.write("news", bitRate: "fast")
            try await run.expect("channels/news.yaml:4:")
            let stop = "await press('do-stop', 'stop', /Stop news/); one('dialog-confirm').click();"
            let (stopped, isStopped) = try await ConsoleSample.read(
                address, until: "text('phase') === 'Stopped' || text('phase') === 'Invalid file'", script: stop,
                in: scratch)
            #expect(isStopped && stopped.tiles["Sources"] == "–", "\(stopped)")
            #expect(stopped.sources.contains("not running") && !stopped.sources.contains("delivering"), "\(stopped)")
            #expect(stopped.alerts.contains { $0.contains("channels/news.yaml:4:") }, "\(stopped)")
            #expect(stopped.alerts.contains { $0.contains("films") }, "\(stopped)")
            #expect(stopped.dialogs["stop"]?.contains("The service and its other pipelines continue") == true)
            try service.write("news")
            try await run.expect(that: { try await Self.state("news", address, scratch) == "stopped" }, "it is valid")
            let start =
                "await until(() => one('do-start') && !one('do-start').hidden && !one('do-start').disabled); "
                + "one('do-start').click();"
            let (started, isStarted) = try await ConsoleSample.read(
                address, until: "text('phase') === 'Running' && tile('Sources') === '1 of 1'", script: start,
                in: scratch)
            #expect(isStarted, "\(started)")
            let (typo, isShown) = try await ConsoleSample.read(
                address, until: "text('pipeline') === 'typo' && text('phase') === 'Invalid file'",
                script: "location.hash = 'typo';", in: scratch)
            #expect(isShown && typo.alerts.contains { $0.contains("channels/typo.yaml:4:") }, "\(typo)")
            let (broken, isLooping) = try await ConsoleSample.read(
                address, until: "text('pipeline') === 'broken' && text('phase') === 'Restarting'",
                script: "location.hash = 'broken';", in: scratch)
            #expect(isLooping && broken.alerts.contains { $0.contains("absent.mp4") }, "\(broken)")
            #expect(broken.alerts.contains { $0.contains(/\d+ failed runs? since the last stable one/) }, "\(broken)")
            run.signal(SIGTERM)
            _ = try await run.outcome(within: 30).succeeded()
        }
    }

    private static func state(_ name: String, _ address: String, _ scratch: Scratch) async throws -> String? {
        let text = try await scratch.run("curl", ["--silent", "\(address)pipelines"]).output
        let list = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        let pipelines = list?["pipelines"] as? [[String: Any]] ?? []
        return pipelines.first { $0["name"] as? String == name }?["state"] as? String
    }

    @Test func pipelinesOfAServiceAreSelected() async throws {
        try await Scratch.use { scratch in
            let service = try ServiceRun(scratch)
            for name in ["one", "two"] { try service.write(name) }
            let run = try service.start("--admin", "127.0.0.1:0")
            defer { run.end() }
            for name in ["one", "two"] {
                try await run.expect(that: { try await service.end(name) >= 2 }, "'\(name)' is served")
            }
            let address = try #require(run.errors.firstMatch(of: /admin listener on (http:.*)\n/)).1
            let select =
                "await until(() => one('select') && !one('select').hidden); one('select').value = 'two'; "
                + "one('select').dispatchEvent(new Event('change'));"
            let (page, isShown) = try await ConsoleSample.read(
                String(address), until: "text('pipeline') === 'two' && tile('Output').includes('bit/s')",
                script: select, in: scratch)
            #expect(isShown && page.pipelines == ["one", "two"], "\(page)")
            #expect(page.stages == 6 && page.phase == "Running", "\(page)")
            #expect(page.log.contains("/two/") && !page.log.contains("/one/"), "\(page)")
            run.signal(SIGTERM)
            _ = try await run.outcome(within: 30).succeeded()
        }
    }
}
