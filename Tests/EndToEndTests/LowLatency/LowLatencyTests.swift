import Foundation
import Testing

/// Parts from the encoder to a server that holds requests back, judged by a player, by curl and by the validator.
@Suite struct LowLatencyTests {
    @Test func theExampleIsPlayedAndKeepsTheRules() async throws {
        try await Scratch.use { scratch in
            let settings = ["listen=127.0.0.1:0", "size=320x180", "interval=1s", "part=250ms", "window=8"]
            let run = try scratch.command(
                ["run", Sluice.pipeline("live-low-latency").path] + settings.flatMap { ["--set", $0] }
            ).start()
            defer { run.end() }
            let isServing = try await eventually(within: 60) { run.errors.contains("/live/\n") }
            try #require(isServing, "\(run.errors)")
            let address = try #require(run.errors.firstMatch(of: /serving (http:.*)\n/)?.1)
            let playlist = "\(address)video/playlist.m3u8"
            #expect(
                try await eventually(within: 60) { try await text(playlist, scratch).contains("segment-00003.m4s") })

            // What is not there yet is answered when it is.
            let next = try await edge(playlist, scratch) + 1
            let held = try await text("\(playlist)?_HLS_msn=\(next)&_HLS_part=1", scratch)
            #expect(held.contains(String(format: "segment-%05d.2.m4s\"", next + 1)), "\(held)")
            #expect(try await status("\(playlist)?_HLS_part=1", scratch) == "400")
            #expect(try await status("\(playlist)?_HLS_msn=\(next + 100)", scratch) == "400")
            let delta = try await text("\(playlist)?_HLS_skip=YES", scratch)
            #expect(delta.contains("#EXT-X-SKIP:SKIPPED-SEGMENTS=") || !held.contains("segment-00009"))

            let played = try await scratch.run(
                "ffmpeg", ["-v", "error", "-i", "\(address)index.m3u8", "-t", "2", "-f", "framecrc", "-"]
            ).succeeded()
            #expect(played.errors.isEmpty && played.output.split(separator: "\n").count > 60)
            let report = try await scratch.sluice(
                "validate", "\(address)index.m3u8", "--profile", "rfc", "--live", "4s")
            #expect(report.code == 0, "\(report)")
        }
    }

    private func text(_ address: String, _ scratch: Scratch) async throws -> String {
        try await scratch.run("curl", ["--silent", "--max-time", "20", address]).output
    }

    private func status(_ address: String, _ scratch: Scratch) async throws -> String {
        try await scratch.run("curl", ["--silent", "--output", "/dev/null", "--write-out", "%{http_code}", address])
            .output
    }

    /// The number of the segment that is being made.
    private func edge(_ playlist: String, _ scratch: Scratch) async throws -> Int {
        let text = try await text(playlist, scratch)
        let first = try #require(text.firstMatch(of: /MEDIA-SEQUENCE:(\d+)/).flatMap { Int($0.1) })
        return first + text.matches(of: /#EXTINF/).count
    }
}
