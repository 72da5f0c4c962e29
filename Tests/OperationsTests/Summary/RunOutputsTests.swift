import Operations
import Sluice
import Testing

@Suite struct RunOutputsTests {
    private func outputs(_ sinks: String) throws -> RunOutputs {
        let text = """
            stages:
              picture: { use: test.video }
              keyframes: { use: keyframe.force, from: picture }
              video: { use: video.encode, from: keyframes }
              segments: { use: fmp4.segment, from: video }
              playlists: { use: hls.playlist, from: segments, with: { type: event, multivariant: main.m3u8 } }
            \(sinks)
            """
        return RunOutputs(try Pipeline(yaml: text).plan)
    }

    @Test func folderContainsThePlaylist() throws {
        let outputs = try outputs("  folder: { use: file.folder, from: playlists, with: { path: \"it's here\" } }")
        #expect(outputs.all == ["it's here/main.m3u8"])
        #expect(outputs.hint == "play it: ffplay 'it'\\''s here/main.m3u8'")
    }

    @Test func playlistIsFoundBelowAManifest() throws {
        let outputs = try outputs(
            """
              manifest: { use: dash.manifest, from: playlists, with: { type: event } }
              folder: { use: file.folder, from: manifest, with: { path: out/ } }
            """)
        #expect(outputs.all == ["out/main.m3u8"])
    }

    @Test func originAndStoreAreURLs() throws {
        let served = try outputs(
            "  origin: { use: http.origin, from: playlists, with: { listen: \"127.0.0.1:8099\" } }")
        #expect(served.all == ["http://127.0.0.1:8099/live/"])
        #expect(served.hint == "play it while it runs: http://127.0.0.1:8099/live/")
        let pushed = try outputs(
            "  store: { use: http.push, from: playlists, with: { url: \"https://example.org/live/?key=secret\" } }")
        #expect(pushed.all.count == 1 && pushed.all[0].hasPrefix("https://example.org/live/"))
    }
}
