import Foundation
import Testing

/// Parts in a folder that any server of files serves, beside an origin that holds requests back.
@Suite struct StaticPartsTests {
    @Test func aFolderPromisesNothingThatAServerOfFilesCannotKeep() async throws {
        try await Scratch.use { scratch in
            let folder = scratch.file("out")
            let pipeline = try scratch.write(
                "parts.yaml",
                """
                pipeline: parts
                about: Parts in a folder and from an origin.
                extends: "\(Sluice.pipeline("live-low-latency").path)"
                stages:
                  folder:
                    use: file.folder
                    from: playlists
                    with: { path: "\(folder.path)" }

                """)
            let run = try await LowLatencyRun(scratch, pipeline: pipeline)
            defer { run.end() }
            let path = folder.appending(path: "video/playlist.m3u8")
            let hasParts = try await eventually(within: 30) {
                try String(contentsOf: path, encoding: .utf8).contains("#EXT-X-PART:")
            }
            #expect(hasParts)
            let stored = try String(contentsOf: path, encoding: .utf8)
            #expect(stored.contains("PART-HOLD-BACK=") && stored.contains("#EXT-X-PART-INF:"))
            for promise in ["CAN-BLOCK-RELOAD", "CAN-SKIP", "PRELOAD-HINT", "RENDITION-REPORT"] {
                #expect(!stored.contains(promise), "\(stored)")
            }
            // The origin keeps its promises.
            let served = try await run.playlist("video")
            #expect(served.contains("CAN-BLOCK-RELOAD=YES") && served.contains("#EXT-X-PRELOAD-HINT:"))

            try await Origin.serve(folder, in: scratch) { address in
                for profile in ["rfc", "apple"] {
                    let url = try #require(URL(string: "\(address)index.m3u8"))
                    let report = try await ValidationDocument(
                        url, profile: profile, options: ["--watch", "5s"], in: scratch)
                    let others = profile == "rfc" ? Set<String>() : Self.ofServersAndTestPictures
                    #expect(Set(report.must).subtracting(others) == [], "\(report.text)")
                }
            }
        }
    }

    /// Findings about the test's own server and its short, small pictures.
    private static let ofServersAndTestPictures: Set<String> = []
}
