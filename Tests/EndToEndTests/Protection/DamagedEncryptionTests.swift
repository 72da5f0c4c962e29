import Foundation
import Testing

/// Samples that cannot be parsed are never published.
@Suite struct DamagedEncryptionTests {
    @Test func aMovieWithADamagedSampleEndsTheRun() async throws {
        try await Scratch.use { scratch in
            let movie = try await EncryptedStream.movie.file()
            let damaged = try await Overwritten.samples(of: "video", in: movie, seconds: 3.1...3.2, scratch: scratch)
            let keys = try EncryptedStream.writeKeys(in: scratch) + "-0.json"
            let outcome = try await scratch.sluice(
                "segment", damaged.path, "out", "--encrypt", "cbcs", "--key-file", keys, "--key-uri", "key.bin",
                "--interval", "1s")
            #expect(outcome.code != 0, "\(outcome)")
            #expect(outcome.errors.contains("cannot encrypt segment 3 of rendition 'video': sample"), "\(outcome)")
            // What was published before is encrypted, and nothing of the damaged segment is.
            let folder = scratch.file("out/video")
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
            let overwritten = try Data(contentsOf: damaged)
            for name in names where name.hasSuffix(".m4s") {
                let bytes = try Data(contentsOf: folder.appending(path: name))
                #expect(overwritten.firstRange(of: bytes.suffix(200)) == nil, "\(name)")
            }
            #expect(!names.contains("segment-00004.m4s"), "\(names)")
            let clear = try await scratch.sluice("segment", damaged.path, "clear", "--interval", "1s")
            #expect(clear.code == 0, "the same movie without encryption: \(clear)")
        }
    }
}
