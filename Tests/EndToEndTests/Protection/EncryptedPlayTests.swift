import Foundation
import Testing

/// Encrypted presentations in players and tools that share no code with the code under test.
@Suite struct EncryptedPlayTests {
    @Test(.enabled(if: Browser.isAvailable, "Chromium is not installed; Scripts/setup --browser installs it"))
    func browserDecryptsWithClearKey() async throws {
        try await Scratch.use { scratch in
            var examples: [Browser.Example] = []
            for stream in [EncryptedStream.cbcs, .cenc, .rotating] {
                let presentation = try await stream.presentation()
                try FileManager.default.copyItem(at: presentation.folder, to: scratch.file(stream.rawValue))
                let tracks = try Self.tracks(presentation, in: stream.rawValue)
                examples.append(Browser.Example(name: "\(stream)", tracks: tracks, keys: EncryptedStream.keys))
                guard stream != .rotating else { continue }
                examples.append(Browser.Example(name: "\(stream) without a key", tracks: tracks, keys: [:]))
            }
            let results = try await Browser.play(examples, of: scratch.folder, seconds: 20, in: scratch)
            #expect(results.map(\.name) == examples.map(\.name))
            for (result, example) in zip(results, examples) {
                if example.keys?.isEmpty == true {
                    #expect(result.what == "waiting for a key" && result.frames == 0, "\(result)")
                } else {
                    #expect(result.what == "ended" && result.frames > 170, "\(result)")
                }
            }
            // Players ask for the key of each period.
            #expect(Set(results.last?.kids ?? []).count == 3, "\(results)")
        }
    }

    /// The tracks for Media Source Extensions, with an initialization segment wherever it changes.
    private static func tracks(_ presentation: Presentation, in folder: String) throws -> [Browser.Example.Track] {
        try presentation.renditions.map { rendition in
            let place = "\(folder)/\(rendition.url.deletingLastPathComponent().lastPathComponent)"
            let isVideo = place.hasSuffix("video")
            let codecs = try #require(presentation.multivariant.variants.first?.attributes["CODECS"])
            let codec = try #require(codecs.split(separator: ",").first { $0.hasPrefix("mp4a") != isVideo })
            var (files, map) = ([String](), String?.none)
            for segment in rendition.playlist.segments {
                if let uri = segment.map?.uri, uri != map {
                    files.append("\(place)/\(uri)")
                    map = uri
                }
                files.append("\(place)/\(segment.uri)")
            }
            return Browser.Example.Track(type: "\(isVideo ? "video" : "audio")/mp4; codecs=\"\(codec)\"", files: files)
        }
    }

    @Test func opensslDecryptsWholeSegments() async throws {
        let encrypted = try await EncryptedStream.aes128.presentation()
        let clear = try await EncryptedStream.clear.presentation()
        try await Scratch.use { scratch in
            for (rendition, expected) in zip(encrypted.renditions, clear.renditions) {
                let keys = rendition.playlist.attributes("EXT-X-KEY")
                // Each segment has its own vector, and all have one key.
                let vectors = keys.compactMap { $0["IV"]?.dropFirst(2) }
                #expect(Set(vectors).count == rendition.playlist.segments.count && keys.count == vectors.count)
                #expect(keys.allSatisfy { $0["METHOD"] == "AES-128" } && vectors.allSatisfy { $0.count == 32 })
                #expect(keys.allSatisfy { $0["URI"] == "../keys/\(EncryptedStream.keyID)" })
                #expect(try rendition.initialization() == expected.initialization())
                for index in rendition.playlist.segments.indices {
                    let file = scratch.file("segment")
                    try rendition.bytes(index).write(to: file)
                    let decrypted = scratch.file("decrypted")
                    _ = try await scratch.run(
                        "openssl",
                        ["enc", "-d", "-aes-128-cbc", "-K", EncryptedStream.key, "-iv", String(vectors[index])]
                            + ["-in", file.path, "-out", decrypted.path]
                    ).succeeded()
                    #expect(try Data(contentsOf: decrypted) == expected.bytes(index), "\(rendition.name) \(index)")
                }
            }
        }
    }

    /// By hls.js: GStreamer 1.22 and the browser's own player decrypt whole segments of transport streams only.
    @Test(
        .enabled(
            if: Browser.isAvailable && Browser.player != nil,
            "Chromium or hls.js is not installed; Scripts/setup --browser and Scripts/fetch-hls-js install them"))
    func browserPlaysWholeSegmentEncryption() async throws {
        try await Scratch.use { scratch in
            let stored = try await EncryptedStream.aes128.presentation().folder
            try FileManager.default.copyItem(at: stored, to: scratch.file("right"))
            try FileManager.default.copyItem(at: stored, to: scratch.file("wrong"))
            try Data(repeating: 0, count: 16).write(to: scratch.file("wrong/keys/\(EncryptedStream.keyID)"))
            let examples = ["right", "wrong"].map {
                Browser.Example(name: "\($0) key", playlist: "/\($0)/index.m3u8", hls: true)
            }
            let results = try await Browser.play(examples, of: scratch.folder, seconds: 20, in: scratch)
            let (right, wrong) = (try #require(results.first), try #require(results.last))
            #expect(right.what == "ended" && abs(right.seconds - 6) < 0.3 && right.frames > 170, "\(right)")
            #expect(results.count == 2 && wrong.what != "ended" && wrong.frames == 0, "\(wrong)")
        }
    }

    @Test func ffmpegPlaysWholeSegmentEncryption() async throws {
        let encrypted = try await EncryptedStream.aes128.presentation()
        let clear = try await EncryptedStream.clear.presentation()
        try await Scratch.use { scratch in
            var frames: [Substring] = []
            for presentation in [clear, encrypted] {
                let output = try await scratch.run(
                    "ffmpeg",
                    ["-v", "error", "-allowed_extensions", "ALL", "-i", presentation.multivariantURL.path]
                        + ["-map", "0", "-f", "framecrc", "-"]
                ).succeeded().output.split(separator: "\n")
                if presentation.folder == clear.folder { frames = output }
                #expect(output.count > 200 && output == frames)
            }
        }
    }
}
