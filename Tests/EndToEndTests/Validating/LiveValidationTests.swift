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
}
