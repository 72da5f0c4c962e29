import Foundation
import HLS
import OutsidePrograms
import PipelineRuntime
import Testing

@testable import Operations

/// The states of pipelines in a real service: in statuses, health, metrics and hooks.
@Suite(.serialized) struct ServiceStateTests {
    @Test func filesBeyondTheLimitAreRefusedAndWhatRunsStays() async throws {
        var files = ["news.yaml": SupervisedService.live()]
        // Sorted before and after the channel. Their errors are of no interest.
        for number in 0..<ServiceFolders.limit - 1 {
            files["\(number.isMultiple(of: 2) ? "a" : "z")\(number).yaml"] = "stages: []\n"
        }
        let service = try await SupervisedService(files)
        try await service.wait("news runs") { await service.status("news")?.run?.renditions.isEmpty == false }
        let start = try #require(await service.status("news")?.run?.startTime)
        for name in ["0", "b", "zz"] { try service.write("\(name).yaml", SupervisedService.failing) }
        await service.service.rescan()
        let news = try #require(await service.status("news"))
        #expect(news.state == "running" && news.reason.isEmpty && news.run?.startTime == start, "\(news)")
        for name in ["0", "b", "zz"] {
            let refused = try #require(await service.status(name))
            #expect(refused.state == "invalid" && refused.restarts == 0, "\(refused)")
            #expect(refused.reason == "not run: the service has 64 pipelines already", "\(refused)")
            #expect(refused.diagnostics.contains("channels/\(name).yaml:1:1: error: not run"), "\(refused)")
        }
        let problems = await service.service.status.problems
        #expect(problems.count == 1 && problems[0].contains("more than 64 pipelines; 3 are not run: 0, b, zz"))
        // The place of a removed file is used by a refused one.
        try FileManager.default.removeItem(at: service.folder.appending(path: "channels/a0.yaml"))
        await service.service.rescan()
        #expect(await service.status("0")?.reason.contains("not run") == false)
        #expect(await service.status("b")?.state == "invalid")
        #expect(await service.status("news")?.run?.startTime == start)
        await service.stop()
    }

    @Test func unreadableServiceFileLeavesPipelinesAndTheirSettings() async throws {
        let declared = "pipelines: { news: { restart: never, parameters: {} }, other: { start: manual } }\n"
        let service = try await SupervisedService([
            "service.yaml": declared, "news.yaml": SupervisedService.live(), "other.yaml": SupervisedService.failing,
        ])
        try await service.wait("news runs") { await service.status("news")?.run?.renditions.isEmpty == false }
        let start = try #require(await service.status("news")?.run?.startTime)
        try service.write("service.yaml", declared + "  - not a mapping\n")
        await service.service.rescan()
        #expect(await service.service.status.problems.isEmpty == false)
        #expect(await service.status("news")?.run?.startTime == start)
        #expect(await service.status("other")?.state == "stopped")
        // A mistake in the settings of a pipeline does not change it either.
        try service.write("service.yaml", declared.replacing("manual", with: "sometimes"))
        await service.service.rescan()
        #expect(await service.status("other")?.state == "stopped")
        await service.stop()
    }

    @Test func brokenFileOfARunIsVisibleEverywhere() async throws {
        let service = try await SupervisedService([
            "service.yaml": SupervisedService.serviceFile, "news.yaml": SupervisedService.live(),
            "typo.yaml": SupervisedService.live().replacing("200kbps", with: "fast"),
            "loop.yaml": SupervisedService.failing,
        ])
        try await service.wait("news runs") { await service.status("news")?.run?.renditions.isEmpty == false }
        try service.write("news.yaml", SupervisedService.live().replacing("200kbps", with: "fast"))
        await service.service.rescan()
        try await service.wait("loop fails") { await service.status("loop")?.failures ?? 0 >= 3 }

        let news = try #require(await service.status("news"))
        #expect(news.state == "running" && news.diagnostics.contains("channels/news.yaml:4:"), "\(news)")
        let status = try await service.request("/pipelines/news/status")
        let shown = try JSONDecoder().decode(RunStatus.self, from: Data(status.text.utf8))
        #expect(shown.supervision?.explanation == "the changed file has errors; the run continues unchanged")
        let typo = try #require(await service.status("typo"))
        #expect(typo.state == "invalid" && typo.reason.contains("typo.yaml:4: "), "\(typo)")
        let loop = try #require(await service.status("loop"))
        #expect(loop.restarts >= 2 && loop.lastFailure?.contains("absent.mp4") == true, "\(loop)")

        let list = try await service.request("/pipelines").text
        #expect(list.contains("\"fileIsValid\": false"), "\(list)")
        let start = try await service.request("/pipelines/news/restart", isPost: true)
        #expect(start.status == 409 && start.text.contains("news.yaml:4:"), "\(start)")
        #expect(await service.status("news")?.state == "running")

        try await service.wait("hooks are called") {
            ["news", "typo"].allSatisfy { name in
                service.events.contains { $0.contains("pipelines/\(name)\"") && $0.contains("\"pipeline.invalid\"") }
            } && service.events.contains { $0.contains("\"pipeline.restarting\"") && $0.contains("\"restarts\":2") }
        }
        let failed = service.events.filter { $0.contains("\"pipeline.failed\"") && $0.contains("\"not-started\"") }
        #expect(failed.contains { $0.contains("pipelines/typo\"") } && !failed.contains { $0.contains("/news\"") })
        await service.stop()
    }

    @Test func healthOfTheServiceIsThatOfItsProcess() async throws {
        let service = try await SupervisedService([
            "service.yaml": SupervisedService.serviceFile.replacing(
                "pipelines: {}", with: "pipelines: { lazy: { start: manual } }"),
            "news.yaml": SupervisedService.live(), "loop.yaml": SupervisedService.failing, "typo.yaml": "stages: []\n",
            "lazy.yaml": SupervisedService.failing.replacing("FOLDER/failing", with: "FOLDER/lazy"),
        ])
        try await service.wait("news is playable") {
            try await service.request("/pipelines/news/health/ready").status == 200
        }
        try await service.wait("loop has failed") { await service.status("loop")?.failures ?? 0 > 0 }
        #expect(try await service.request("/health/ready").status == 200)
        for (name, reason) in [("loop", "not-ready"), ("typo", "invalid"), ("lazy", "stopped")] {
            let answer = try await service.request("/pipelines/\(name)/health/ready")
            #expect(answer.status == 503 && answer.text.contains(reason), "\(answer)")
        }
        #expect(try await service.request("/pipelines/absent/health/ready").status == 404)
        #expect(try await service.request("/readyz").status == 404)
        await service.stop()
        #expect(await service.service.status.isReady == false)
    }

    @Test func stoppedPipelineContinuesWithOtherNamesWhenItIsStarted() async throws {
        let port = try FreePort.next()
        let origin = "origin: { use: http.origin, from: playlists, with: { listen: \"127.0.0.1:\(port)\" } }"
        let service = try await SupervisedService(["news.yaml": SupervisedService.live(origin)])
        func playlist() async throws -> MediaPlaylist? {
            guard let url = await service.status("news")?.urls.first else { return nil }
            let text = try await AdministeredRun.run("curl", ["--silent", "--fail", "\(url)video/playlist.m3u8"]).output
            guard case .media(let list)? = try? Playlist.parse([UInt8](text.utf8), tolerance: .tolerant).playlist else {
                return nil
            }
            return list
        }
        try await service.wait("news is served") { try await playlist()?.segments.count ?? 0 >= 3 }
        await service.service.stop("news")
        try await service.wait("news is stopped") { await service.status("news")?.state == "stopped" }
        let before = try #require(await service.status("news")?.run)
        #expect(before.sources.allSatisfy { $0.state == .ended }, "\(before.sources)")
        let count = try #require(before.renditions.first).segments
        await service.service.start("news")
        try await service.wait("news is served again") { try await playlist()?.segments.isEmpty == false }
        let after = try #require(try await playlist())
        #expect(after.mediaSequence >= count, "\(after.mediaSequence) after \(count) segments")
        #expect(after.segments.first?.uri != "segment-00000.m4s", "\(after.segments)")
        await service.stop()
    }
}
