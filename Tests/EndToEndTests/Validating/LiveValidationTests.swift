import Foundation
import Testing

/// `hls.validate` in a live pipeline.
struct LiveValidationTests {
    @Test func aLiveStreamIsCheckedWhileItIsPublished() async throws {
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
            // As for the other live pipelines.
            try await expectClean(scratch.file("out"), in: scratch, mayDiffer: ["R80"])
        }
    }

    @Test func whatLowLatencyServesKeepsApplesRules() async throws {
        try await Scratch.use { scratch in
            let run = try await LowLatencyRun(scratch)
            defer { run.end() }
            let url = try #require(URL(string: "\(run.address)index.m3u8"))
            let report = try await ValidationDocument(url, options: ["--live", "4s"], in: scratch)
            // Clients speak HTTP/2 by TLS alone, and this run is reached in clear text from its own machine.
            #expect(Set(report.must) == ["R74"], "\(report.text)")
            // R20: a window of eight seconds. R106: half of a second is less than caches can be told. R57: where the
            // machine is busy, sound that is ahead of the pictures keeps its parts until they come.
            let argued = OwnOutputTests.argued.union(["R20", "R57", "R106"])
            #expect(Set(report.should).subtracting(argued) == [], "\(report.text)")
            #expect(report.unchecked == [])
        }
    }
}
