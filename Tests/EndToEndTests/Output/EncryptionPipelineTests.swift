import ContentProtection
import Foundation
import HLS
import Testing

/// `fmp4.encrypt` in pipelines and in `sluice segment`.
@Suite struct EncryptionPipelineTests {
    @Test func combinationsThatPlayersCannotDecryptAreRefusedBeforeTheRun() async throws {
        try await Scratch.use { scratch in
            func check(_ encrypt: String, part: String = "", playlists: String = "", policy: String = "") async throws
                -> Outcome
            {
                let file = try scratch.write(
                    "pipeline.yaml",
                    """
                    pipeline: encrypted
                    about: A movie.
                    stages:
                      movie: { use: mp4.read, with: { path: movie.mp4 } }
                      segments: { use: fmp4.segment, from: movie, with: { interval: 2s\(part) } }
                      encrypted: { use: fmp4.encrypt, from: segments\(policy), with: { keys: { file: k.json }, \(encrypt) } }
                      playlists: { use: hls.playlist, from: encrypted, with: { type: vod\(playlists) } }
                      folder: { use: file.folder, from: playlists, with: { path: out } }

                    """)
                return try await scratch.sluice("check", file.path)
            }
            #expect(
                try await check("method: cbcs", part: ", part: 500ms", playlists: ", packaging: single-file").code == 0)
            let whole = "method: aes-128, key-uri: key.bin"
            #expect(try await check(whole).code == 0)
            let parts = try await check(whole, part: ", part: 500ms")
            #expect(parts.code != 0 && parts.errors.contains("use method: cbcs, or remove part"), "\(parts)")
            let ranges = try await check(whole, playlists: ", packaging: single-file")
            #expect(ranges.code != 0 && ranges.errors.contains("set packaging: files"), "\(ranges)")
            let bypass = try await check("method: cbcs", policy: ", on-error: bypass")
            #expect(
                bypass.code != 0 && bypass.errors.contains("cannot be bypassed: its input is not encrypted"),
                "\(bypass)")
            let constant = try await check("method: cbcs, rotation: { interval: 1h }")
            #expect(constant.code != 0 && constant.errors.contains("add {period}"), "\(constant)")
        }
    }

    @Test func segmentEncryptsAMovie() async throws {
        try await Scratch.use { scratch in
            let file = try scratch.write(
                "keys.json",
                "{\"keys\":[{\"kid\":\"0123456789abcdef0123456789abcdef\",\"key\":\"00112233445566778899aabbccddeeff\"}]}"
            )
            let movie = try await Movie.small.file()
            // A file that all users can read is refused.
            let readable = try await scratch.sluice(
                "segment", movie.path, "no", "--encrypt", "cbcs", "--key-file", file.path, "--key-uri", "key.bin")
            #expect(readable.code != 0 && readable.errors.contains("chmod 600"), "\(readable)")
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
            let missing = try await scratch.sluice("segment", movie.path, "no", "--encrypt")
            #expect(missing.code != 0 && missing.errors.contains("--encrypt requires --key-file"), "\(missing)")
            for method in ["cbcs", "cenc", "aes-128"] {
                let undeclared = try await scratch.sluice(
                    "segment", movie.path, "none", "--encrypt", method, "--key-file", file.path)
                #expect(
                    undeclared.code == 64 && undeclared.errors.contains("--encrypt requires --key-uri or --drm")
                        && undeclared.errors.contains("--key-uri https://keys.example/{kid}"), "\(undeclared)")
            }
            #expect(!FileManager.default.fileExists(atPath: scratch.file("none").path))
            _ = try await scratch.segment(movie, into: "clear")
            _ = try await scratch.segment(
                movie, into: "whole", "--encrypt", "aes-128", "--key-file", file.path, "--key-uri", "key.bin")
            _ = try await scratch.segment(
                movie, into: "samples", "--encrypt", "cbcs", "--key-file", file.path, "--drm", "widevine,playready")
            // openssl decrypts whole segments, with the vector of the playlist.
            let text = try String(contentsOf: scratch.file("whole/video/playlist.m3u8"), encoding: .utf8)
            let vector = try #require(text.firstMatch(of: /IV=0x([0-9a-fA-F]{32})/)?.1)
            let decrypted = try await scratch.run(
                "openssl",
                [
                    "aes-128-cbc", "-d", "-K", "00112233445566778899aabbccddeeff", "-iv", String(vector), "-in",
                    "whole/video/segment-00001.m4s", "-out", "decrypted.m4s",
                ])
            #expect(decrypted.code == 0, "\(decrypted)")
            #expect(
                try Data(contentsOf: scratch.file("decrypted.m4s"))
                    == Data(contentsOf: scratch.file("clear/video/segment-00001.m4s")))
            #expect(
                try Data(contentsOf: scratch.file("whole/video/init.mp4"))
                    == Data(contentsOf: scratch.file("clear/video/init.mp4")))
            let samples = try String(contentsOf: scratch.file("samples/video/playlist.m3u8"), encoding: .utf8)
            #expect(samples.contains("METHOD=SAMPLE-AES,") && samples.contains("com.microsoft.playready"))
        }
    }
}
