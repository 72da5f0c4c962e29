import Foundation
import Testing

/// Parts in a folder for any static file server, next to an origin with blocking requests.
@Suite struct StaticPartsTests {
    @Test func aFolderPromisesNothingThatAServerOfFilesCannotKeep() async throws {
        try await Scratch.use { scratch in
            let folder = scratch.file("out")
            let pipeline = try scratch.write(
                "parts.yaml",
                """
                pipeline: parts
                about: Parts in a folder and from an origin.
                extends: "\(Sluice.pipeline("live-test-pattern").path)"
                parameters: { interval: 1s, part: 250ms, listen: "127.0.0.1:0" }
                stages:
                  video:
                    use: video.encode
                    from: keyframes
                    with: { codec: h264, bitrate: 3Mbps, tune: zerolatency }
                  segments:
                    use: fmp4.segment
                    from: [video, audio]
                    with: { profile: cmaf, interval: "${interval}", part: "${part}" }
                  origin:
                    use: http.origin
                    from: playlists
                    with: { listen: "${listen}" }

                """)
            let run = try await LowLatencyRun(
                scratch, pipeline: pipeline, settings: LowLatencyRun.settings + ["output=\(folder.path)"])
            defer { run.end() }
            let path = folder.appending(path: "video/playlist.m3u8")
            let hasParts = try await eventually(within: 30) {
                (try? String(contentsOf: path, encoding: .utf8))?.contains("#EXT-X-PART:") == true
            }
            #expect(hasParts)
            let stored = try String(contentsOf: path, encoding: .utf8)
            #expect(stored.contains("PART-HOLD-BACK=") && stored.contains("#EXT-X-PART-INF:"))
            for promise in ["CAN-BLOCK-RELOAD", "CAN-SKIP", "PRELOAD-HINT"] {
                #expect(!stored.contains(promise), "\(stored)")
            }
            // The origin implements the features that its playlist declares.
            let served = try await run.playlist("video")
            #expect(served.contains("CAN-BLOCK-RELOAD=YES") && served.contains("#EXT-X-PRELOAD-HINT:"))

            try await Origin.serve(folder, in: scratch) { address in
                for profile in ["rfc", "apple"] {
                    let url = try #require(URL(string: "\(address)index.m3u8"))
                    let report = try await ValidationDocument(
                        url, profile: profile, in: scratch)
                    let others = profile == "rfc" ? Set<String>() : Self.ofTheServer
                    #expect(Set(report.must).subtracting(others) == [], "\(report.text)")
                }
            }
        }
    }

    /// Compression and HTTP/2, which the test's file server does not support.
    private static let ofTheServer: Set<String> = ["R73", "R74"]
}
