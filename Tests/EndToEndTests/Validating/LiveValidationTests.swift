import Foundation
import Testing

/// `hls.validate` in a live pipeline.
struct LiveValidationTests {
    @Test func liveStreamIsValidatedWhilePublished() async throws {
        try await Scratch.use { scratch in
            let report = try await scratch.command(
                [
                    "run", Sluice.pipeline("live-validated").path, "--set", "interval=1s", "--set", "size=160x90",
                    "--set", "window=6", "--set", "output=\(scratch.file("out").path)", "--duration", "4s",
                    "--report", "json", "--quiet",
                ]
            ).run().succeeded()
            let stages = try #require(
                try JSONSerialization.jsonObject(with: Data(report.output.utf8)) as? [String: Any])
            let all = try #require(stages["stages"] as? [[String: Any]])
            let checked = try #require(all.first { $0["name"] as? String == "checked" })
            let figures = try #require(checked["measures"] as? [String: Any], "\(checked)")
            #expect((figures["checked-playlists"] as? Double ?? 0) >= 6)
            #expect(figures["skipped-resources"] == nil)
            #expect(figures["must-fix-findings"] as? Double == 0, "\(report)")
            // The same exception as for the other live pipelines.
            try await expectClean(scratch.file("out"), in: scratch, mayDiffer: ["R80"])
        }
    }

    @Test func lowLatencyDeliveryFollowsApplesRules() async throws {
        try await Scratch.use { scratch in
            let run = try await LowLatencyRun(scratch)
            defer { run.end() }
            let url = try #require(URL(string: "\(run.address)index.m3u8"))
            let report = try await ValidationDocument(url, options: ["--live", "4s"], in: scratch)
            // Clients use HTTP/2 over TLS only, and this run uses plain HTTP on the local machine (R74).
            #expect(Set(report.must) == ["R74"], "\(report.text)")
            // R20: the window has eight seconds. R106: half a second is below the resolution of cache lifetimes. R57:
            // on a busy machine, audio that is ahead of the video withholds its parts until the video follows.
            let argued = OwnOutputTests.argued.union(["R20", "R57", "R106"])
            #expect(Set(report.should).subtracting(argued) == [], "\(report.text)")
            #expect(report.unchecked == [])
        }
    }
}
