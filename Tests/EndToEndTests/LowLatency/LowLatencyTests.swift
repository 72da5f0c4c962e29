import Foundation
import Testing

/// Parts from the encoder to a server with blocking requests, verified by players, curl and the validator.
@Suite struct LowLatencyTests {
    @Test func theExampleIsPlayedAndKeepsTheRules() async throws {
        try await Scratch.use { scratch in
            let run = try await LowLatencyRun(scratch)
            defer { run.end() }

            // A request for a future part is answered when the part is available.
            let next = try await run.edge().segment + 1
            let held = try await run.playlist("video", "?_HLS_msn=\(next)&_HLS_part=1")
            #expect(held.contains(String(format: "segment-%05d.2.m4s\"", next + 1)), "\(held)")
            let playlist = "\(run.address)video/playlist.m3u8"
            #expect(try await run.status("\(playlist)?_HLS_part=1") == "400")
            #expect(try await run.status("\(playlist)?_HLS_msn=\(next + 100)") == "400")
            let delta = try await run.text("\(playlist)?_HLS_skip=YES")
            #expect(
                delta.contains("#EXT-X-SKIP:SKIPPED-SEGMENTS=") || held.matches(of: #/\nsegment-\d+\.m4s/#).count < 9)

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

    @Test func playersThatKnowNoPartsPlayItAsAnyOther() async throws {
        try await Scratch.use { scratch in
            let run = try await LowLatencyRun(scratch)
            defer { run.end() }
            let played = try await scratch.run(
                "ffmpeg", ["-v", "error", "-i", "\(run.address)index.m3u8", "-t", "2", "-f", "framecrc", "-"]
            ).succeeded()
            #expect(played.errors.isEmpty && played.output.split(separator: "\n").count > 60, "\(played)")

            let sink = "fakesink sync=true silent=false"
            // Two seconds of each stream.
            try await Player.playLiveWithGStreamer(
                ["playbin3", "uri=\(run.address)index.m3u8", "video-sink=\(sink)", "audio-sink=\(sink)"], in: scratch
            ) { player in
                let output = player.output
                return output.ranges(of: #/GstBin:vbin[^\n]*chain[^\n]* pts: /#).count >= 60
                    && output.ranges(of: #/GstBin:abin[^\n]*chain[^\n]* pts: /#).count >= 90
            }
        }
    }

    @Test func aCameraThatIsLostAndReturnsLeavesMissingPartsToThoseWhoWait() async throws {
        try await Scratch.use { scratch in
            // A source that ends repeatedly and is reopened after an increasing delay.
            let format = "video/x-raw,width=320,height=180,framerate=30/1"
            let source = "videotestsrc is-live=true num-buffers=105 ! \(format) ! identity"
            let camera = "picture: { use: capture.launch, with: { launch: \"\(source)\", on-loss: gap } }"
            let text = try String(contentsOf: Sluice.pipeline("live-low-latency"), encoding: .utf8)
            let pipeline = try scratch.write(
                "lossy.yaml",
                text.replacing("extends: ", with: "extends: \(Sluice.package.path)/Pipelines/")
                    .replacing("stages:\n", with: "stages:\n  \(camera)\n"))
            let run = try await LowLatencyRun(scratch, pipeline: pipeline, segments: 2)
            defer { run.end() }
            let validation = try scratch.command(
                ["validate", "\(run.address)index.m3u8", "--profile", "rfc", "--live", "12s"]
            ).start()
            defer { validation.end() }

            // Like a player: each request blocks for the next part, and each response contains it.
            var (missing, returned) = (0, false)
            let end = ContinuousClock.now + .seconds(60)
            while !(missing >= 3 && returned), ContinuousClock.now < end {
                let (segment, parts) = try await run.edge()
                let answer = try await run.playlist("video", "?_HLS_msn=\(segment)&_HLS_part=\(parts)")
                try #require(answer.contains("#EXT-X-PRELOAD-HINT:TYPE=PART,URI="), "\(answer)")
                try #require(answer.contains("#EXT-X-RENDITION-REPORT:URI=\"../audio/playlist.m3u8\""), "\(answer)")
                let listed = answer.split(separator: "\n").filter { $0.hasPrefix("#EXT-X-PART:") }
                missing = max(missing, listed.count { $0.hasSuffix(",GAP=YES") })
                returned = missing >= 3 && listed.last?.hasSuffix(",GAP=YES") == false
            }
            #expect(missing >= 3 && returned, "\(run.program.errors)")
            // The audio continues without a gap.
            #expect(try await run.playlist("audio").contains("GAP") == false)
            let report = try await validation.outcome(within: 60)
            #expect(report.code == 0, "\(report)")
        }
    }
}
