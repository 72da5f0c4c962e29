import Foundation
import Operations
import Sluice
import Testing

@Suite struct RunOutputsTests {
    /// The outputs of sinks; `keys` is the key file of encrypted segments.
    private func outputs(_ sinks: String, keys: String? = nil) throws -> RunOutputs {
        let encrypted = keys.map {
            "  encrypted: { use: fmp4.encrypt, from: segments, with: { keys: { file: \($0) }, systems: [common] } }\n"
        }
        let text = """
            stages:
              picture: { use: test.video }
              keyframes: { use: keyframe.force, from: picture }
              video: { use: video.encode, from: keyframes }
              segments: { use: fmp4.segment, from: video }
            \(encrypted ?? "")
              playlists: { use: hls.playlist, from: \(keys == nil ? "segments" : "encrypted"), with: { type: event, multivariant: main.m3u8 } }
            \(sinks)
            """
        return RunOutputs(try Pipeline(yaml: text).plan)
    }

    @Test func aRunThatWasStoppedBeforeItsMediaHasNothingToPlay() async throws {
        let pipeline = try Pipeline("early") {
            PipelineStage("feed", use: "program.samples")
            PipelineStage("segments", use: "fmp4.segment")
            PipelineStage("playlists", use: "hls.playlist", with: ["type": "event"])
            PipelineStage("folder", use: "file.folder", with: ["path": .value(NSTemporaryDirectory() + "unused")])
        }
        let input = try pipeline.sampleInput(of: "feed")
        pipeline.stop()
        let summary = RunSummary(try await pipeline.run(), outputs: RunOutputs(pipeline.plan))
        withExtendedLifetime(input) {}
        #expect(summary.hint == nil && summary.message == "done: stopped before the first media, nothing to play")
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
        #expect(served.all == ["http://127.0.0.1:8099/pipeline/"])
        #expect(served.hint == "play it while it runs: http://127.0.0.1:8099/pipeline/")
        let named = try outputs(
            "  origin: { use: http.origin, from: playlists, with: { listen: \"127.0.0.1:8099\", name: a b } }")
        #expect(named.all == ["http://127.0.0.1:8099/a%20b/"])
        let pushed = try outputs(
            "  store: { use: http.push, from: playlists, with: { url: \"https://example.org/live/?key=secret\" } }")
        #expect(pushed.all.count == 1 && pushed.all[0].hasPrefix("https://example.org/live/"))
    }

    @Test(arguments: [("keys.json", "keys.json"), ("\"keys-{period}.json\"", "FILE")])
    func encryptedPresentationIsDecryptedForPlaying(file: String, shown: String) throws {
        let stored = try outputs(
            "  folder: { use: file.folder, from: playlists, with: { path: \"my out/\" } }", keys: file)
        #expect(
            stored.hint == "play it: sluice decrypt 'my out' 'my out-clear' --key-file \(shown) "
                + "&& ffplay 'my out-clear/main.m3u8'")
        let pushed = try outputs(
            "  store: { use: http.push, from: playlists, with: { url: \"https://example.org/live/\" } }", keys: file)
        #expect(pushed.hint?.hasPrefix("play it with a player that has access to its keys: https://") == true)
    }
}
