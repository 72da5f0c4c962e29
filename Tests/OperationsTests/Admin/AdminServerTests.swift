import Foundation
import PipelineRuntime
import Sluice
import Testing

@testable import Operations

@Suite(.serialized) struct AdminServerTests {
    @Test func readinessFollowsThePublishedSegments() async throws {
        let run = try AdministeredRun()
        #expect(try await run.request("/health/live").status == 200)
        let early = try await run.request("/health/ready")
        #expect(early.status == 503 && early.contentType == "application/problem+json")
        #expect((try early.object["reasons"] as? [String])?.isEmpty == false)
        try await run.segments(2)
        #expect(try await run.request("/health/ready").status == 200)
        #expect(try await run.request("/stop", ["-X", "POST"]).status == 202)
        for _ in 0..<200 where run.pipeline.status.phase != .stopped { try await Task.sleep(for: .milliseconds(50)) }
        let late = try await run.request("/health/ready")
        #expect(try late.status == 503 && (late.object["reasons"] as? [String]) == ["the run has ended"])
        await run.stop()
    }

    @Test func previewShowsTheChangesThatReloadApplies() async throws {
        let run = try AdministeredRun()
        try await run.segments(1)
        try run.replace("200kbps", with: "300kbps")
        let preview = try await run.request("/reload?preview", ["-X", "POST"])
        #expect(try preview.status == 200 && (preview.object["replaced"] as? [String]) == ["video"])
        #expect(try preview.object["applied"] as? Bool == false && run.pipeline.status.reloads == 0)
        let reload = try await run.request("/reload", ["-X", "POST"])
        #expect(try reload.object["applied"] as? Bool == true && run.pipeline.status.reloads == 1)
        try run.replace("codec: h264", with: "codec: h265")
        let invalid = try await run.request("/reload", ["-X", "POST"])
        #expect(invalid.status == 422 && invalid.text.contains("'h265' is not one of the choices"))
        #expect(try await run.request("/reload?preview=maybe", ["-X", "POST"]).status == 400)
        await run.stop()
    }

    @Test func requestedKeyframesAreEncoded() async throws {
        // Without requests, segments of 4 s contain one keyframe.
        let run = try AdministeredRun(interval: "4s")
        try await Task.sleep(for: .seconds(1))
        for _ in 0..<3 {
            let reply = try await run.request("/keyframe", ["-X", "POST"])
            #expect(try reply.status == 202 && (reply.object["stages"] as? [String]) == ["video"])
            try await Task.sleep(for: .milliseconds(300))
        }
        try await run.segments(1)
        let path = try #require(run.pipeline.status.renditions.first?.lastPath)
        let media = run.folder.appending(path: "out/\(path)")
        let folder = media.deletingLastPathComponent()
        let header = try #require(
            try FileManager.default.contentsOfDirectory(atPath: folder.path).first { $0.hasPrefix("init") })
        let movie = run.folder.appending(path: "movie.mp4")
        try (Data(contentsOf: folder.appending(path: header)) + Data(contentsOf: media)).write(to: movie)
        let flags = try await AdministeredRun.run(
            "ffprobe", ["-v", "error", "-show_entries", "packet=flags", "-of", "csv=p=0", movie.path])
        #expect(flags.output.split(separator: "\n").filter { $0.hasPrefix("K") }.count == 4, "\(flags.output)")
        await run.stop()
    }

    @Test func repeatedKeyframeRequestsLeaveBoundariesUnchanged() async throws {
        let run = try AdministeredRun(interval: "1s")
        while run.pipeline.status.renditions.first?.segments ?? 0 < 3 {
            _ = run.pipeline.requestKeyframes()
            try await Task.sleep(for: .milliseconds(20))
        }
        let status = run.pipeline.status
        #expect(status.renditions.first?.lastSeconds == 1)
        #expect(!status.problems.contains { $0.severity != .note }, "\(status.problems)")
        await run.stop()
    }

    @Test func deniedRequestsAreProblemDetails() async throws {
        let run = try AdministeredRun(token: "0123456789abcdef")
        let bearer = "Authorization: Bearer 0123456789abcdef"
        #expect(try await run.request("/health/live").status == 200)
        let cases: [(path: String, options: [String], status: Int)] = [
            ("/status", [], 401), ("/status", ["-H", bearer], 200),
            ("/status", ["-H", bearer, "-H", "Origin: http://example.org"], 403),
            ("/stop", ["-X", "POST", "-H", bearer, "-H", "Sec-Fetch-Site: cross-site"], 403),
            ("/status", ["-X", "DELETE", "-H", bearer], 405), ("/stop", ["-H", bearer], 405),
            ("/nothing", ["-H", bearer], 404), ("/nothing", [], 401),
            ("/pipelines/none/status", ["-H", bearer], 404), ("/log?lines=0", ["-H", bearer], 400),
        ]
        for (path, options, status) in cases {
            let reply = try await run.request(path, options)
            #expect(reply.status == status, "\(path) \(options)")
            if status >= 400 {
                #expect(reply.contentType == "application/problem+json")
                #expect(try reply.object["status"] as? Int == status)
            }
        }
        // Programs of the same user need no token.
        #expect(try await run.request("/status", overSocket: true).status == 200)
        let mode = try FileManager.default.attributesOfItem(atPath: run.folder.appending(path: "s").path)
        #expect(mode[.posixPermissions] as? Int == 0o600)
        await run.stop()
    }

    @Test func eventsReachSeveralClients() async throws {
        let run = try AdministeredRun()
        async let first = AdministeredRun.run(
            "curl", ["-sN", "--max-time", "4", "http://127.0.0.1:\(run.server.port ?? 0)/events"])
        async let second = AdministeredRun.run(
            "curl",
            ["-sN", "--max-time", "4", "--unix-socket", run.folder.appending(path: "s").path, "http://x/events"])
        for output in try await [first.output, second.output] {
            #expect(output.hasPrefix("retry: 2000\n\n"))
            #expect(output.contains("event: segment.published\ndata: {"))
        }
        await run.stop()
    }
}
