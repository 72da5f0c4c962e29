import Foundation
import Testing

/// The origin's page plays encrypted live presentations with hls.js and keys of the origin.
@Suite(
    .enabled(
        if: Browser.isAvailable && Browser.player != nil,
        "Chromium or hls.js is not installed; Scripts/setup --browser and Scripts/fetch-hls-js install them"))
struct EncryptedOriginTests {
    private static let signingKey = "a key for this test only"

    /// With rotation, ten key periods begin while the page plays.
    @Test(arguments: [
        ("cbcs", "250ms", "systems: [clearkey]", 4.0),
        ("cbcs", "250ms", "systems: [clearkey], rotation: { segments: 1 }", 11),
        ("aes-128", "", "key-uri: \"../keys/{kid}.key\"", 4),
    ]) func pagePlaysWithKeysOfTheOrigin(
        method: String, part: String, declaration: String, seconds: Double
    ) async throws {
        try await Scratch.use { scratch in
            var keys = "\(try EncryptedStream.writeKeys(in: scratch))-0.json"
            if declaration.contains("rotation") {
                let file = scratch.folder.path + "/period-{period}.json"
                _ = try await scratch.sluice("keys", "new", "--periods", "200", "--output", file).succeeded()
                keys = "\"\(file)\""
            }
            _ = try scratch.write("signing.key", Self.signingKey)
            let parts = part.isEmpty ? "" : ", part: \(part)"
            let pipeline = try scratch.write(
                "encrypted.yaml",
                """
                pipeline: encrypted
                extends: \(Sluice.pipeline("live-test-pattern").path)
                stages:
                  folder: null
                  video:
                    use: video.encode
                    from: keyframes
                    with: { codec: h264, bitrate: 500kbps, tune: zerolatency }
                  segments:
                    use: fmp4.segment
                    from: [video, audio]
                    with: { profile: cmaf, interval: 1s\(parts) }
                  encrypted:
                    use: fmp4.encrypt
                    from: segments
                    with: { method: \(method), keys: { file: \(keys) }, \(declaration) }
                  playlists:
                    use: hls.playlist
                    from: encrypted
                    with: { type: live, window: 8 }
                  origin:
                    use: http.origin
                    from: playlists
                    with: { listen: "127.0.0.1:0", signing-key-file: signing.key, key-delivery: true }

                """)
            let run = try scratch.command(
                ["run", pipeline.path, "--set", "size=320x180", "--set", "interval=1s"]
            ).start()
            defer { run.end() }
            #expect(try await eventually(within: 60) { run.errors.contains("requires URLs signed") }, "\(run.errors)")
            let address = try #require(run.errors.firstMatch(of: /serving (http:\S*)/)?.1)
            func sign(_ path: String) async throws -> String {
                try await scratch.sluice(
                    "sign", "\(address)\(path)", "--key-file", scratch.file("signing.key").path, "--for", "1h"
                ).succeeded().output.trimmingCharacters(in: .newlines)
            }
            let playlist = try await sign("video/playlist.m3u8")
            #expect(
                try await eventually(within: 60) {
                    try await scratch.run("curl", ["--silent", "--max-time", "20", playlist]).output
                        .matches(of: #/\nsegment-\d+\.m4s/#).count >= 2
                }, "\(run.errors)")
            let key = "keys/\(EncryptedStream.keyID)"
            if !declaration.contains("rotation") { try await expectKey(sign(key), "\(address)\(key)", scratch) }

            let page = try await Browser.watch(sign(""), for: seconds, in: scratch)
            let last = try #require(page.samples.last)
            #expect(page.isWhole && last.played >= seconds && last.state.isEmpty, "\(page)")
            #expect(last.figures["Player"]?.hasPrefix("hls.js") == true, "\(page)")
            let path = method == "cbcs" ? "/encrypted/keys/clearkey" : "/encrypted/keys/\(EncryptedStream.keyID).key"
            #expect(page.requests.contains { $0.hasSuffix(path) }, "\(page.requests)")
            // The log contains no keys.
            #expect(!run.errors.contains(EncryptedStream.key) && !run.output.contains(EncryptedStream.key))
        }
    }

    /// Expects that a client obtains the key with a signature, and not without one.
    private func expectKey(_ signed: String, _ unsigned: String, _ scratch: Scratch) async throws {
        let file = scratch.file("key")
        for (url, status) in [(signed, "200"), (unsigned, "403")] {
            let outcome = try await scratch.run(
                "curl",
                ["--silent", "--max-time", "20", "--output", file.path, "--write-out", "%{http_code}", url])
            #expect(outcome.output == status)
            guard status == "200" else { continue }
            #expect(try Data(contentsOf: file) == Data(EncryptedStream.bytes(EncryptedStream.key)))
        }
    }
}
