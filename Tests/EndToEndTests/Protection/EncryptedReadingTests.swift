import Foundation
import Testing

/// Encrypted presentations as sources of pipelines and downloads.
@Suite(.enabled("Shaka Packager is available") { await ShakaPackager.isAvailable })
struct EncryptedReadingTests {
    /// Records a presentation with `hls.read`, and returns a digest of its video frames.
    private func digest(_ url: String, keys: String = "", in scratch: Scratch) async throws -> String {
        let output = scratch.file("\(UUID().uuidString).mp4")
        let pipeline = try scratch.write(
            "read.yaml",
            """
            pipeline: read
            stages:
              presentation:
                use: hls.read
                with: { url: "\(url)"\(keys) }
              movie:
                use: file.movie
                from: presentation
                with: { path: "\(output.path)" }

            """)
        _ = try await scratch.sluice("run", pipeline.path, "-q").succeeded()
        return try await frames(output, in: scratch)
    }

    private func frames(_ movie: URL, in scratch: Scratch) async throws -> String {
        try await scratch.run(
            "ffmpeg",
            ["-v", "error", "-i", movie.path, "-map", "0:v", "-fps_mode", "passthrough", "-f", "streamhash", "-"]
        ).succeeded().output
    }

    @Test func encryptedSamplesAreReadWithGivenKeys() async throws {
        try await Scratch.use { scratch in
            let expected = try await frames(try await Movie.small.file(), in: scratch)
            let text =
                "{\"keys\":[{\"kid\":\"\(DecryptCommandTests.keyID)\",\"key\":\"\(DecryptCommandTests.key)\"}]}"
            let keys = try scratch.write("keys.json", text)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: keys.path)
            let option = ", keys: { file: \"\(keys.path)\" }"
            for scheme in ["cbcs", "cenc"] {
                let folder = scratch.file(scheme)
                try await DecryptCommandTests.package(into: folder, scheme: scheme)
                let index = folder.appending(path: "index.m3u8").path
                #expect(try await digest(index, keys: option, in: scratch) == expected)
            }
            try await Origin.serve(scratch.file("cbcs"), in: scratch) { address in
                let read = try await digest(address + "index.m3u8", keys: option, in: scratch)
                #expect(read == expected)
            }
        }
    }

    @Test func keysOfTheServerAreReadAndStored() async throws {
        try await Scratch.use { scratch in
            let expected = try await frames(try await Movie.small.file(), in: scratch)
            let folder = scratch.file("stored")
            try await DecryptCommandTests.package(into: folder, scheme: "cbcs", keyURI: "secret.key")
            let bytes = (0..<16).map { UInt8($0 * 17) }
            try Data(bytes).write(to: folder.appending(path: "secret.key"))
            try await Origin.serve(folder, in: scratch) { address in
                let url = address + "index.m3u8"
                let read = try await digest(url, in: scratch)
                #expect(read == expected)
                _ = try await scratch.sluice("download", url, "offline").succeeded()
                _ = try await scratch.sluice("download", url, "keyless", "--no-keys").succeeded()
            }
            let report = try await ValidationDocument(scratch.file("offline/index.m3u8"), profile: "rfc", in: scratch)
            #expect(report.must == [] && report.unchecked == [], "\(report.text)")
            // Plays without the server.
            #expect(try await digest(scratch.file("offline/index.m3u8").path, in: scratch) == expected)
            _ = try await scratch.sluice("decrypt", "offline", "clear").succeeded()
            #expect(try await digest(scratch.file("clear/index.m3u8").path, in: scratch) == expected)
            let outcome = try await scratch.sluice("decrypt", "keyless", "none")
            #expect(outcome.code == 1 && outcome.errors.contains("no key with the KID \(DecryptCommandTests.keyID)"))
        }
    }

    /// Transport streams of ffmpeg and segments of Sluice, with given keys and with those of the playlists.
    @Test func wholeSegmentEncryptionIsRead() async throws {
        try await Scratch.use { scratch in
            let movie = try await EncryptedStream.movie.file()
            let expected = try await frames(movie, in: scratch)
            let folder = scratch.file("ts")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let key = folder.appending(path: "content.key")
            try Data(EncryptedStream.bytes(EncryptedStream.key)).write(to: key)
            let info = try scratch.write("info", "\(key.lastPathComponent)\n\(key.path)\n")
            _ = try await scratch.run(
                "ffmpeg",
                ["-v", "error", "-i", movie.path, "-c", "copy", "-f", "hls", "-hls_time", "1", "-hls_playlist_type"]
                    + ["vod", "-hls_key_info_file", info.path, folder.appending(path: "index.m3u8").path]
            ).succeeded()
            let option = ", keys: { file: \"\(try EncryptedStream.writeKeys(in: scratch))-0.json\" }"
            let stored = try await EncryptedStream.aes128.presentation().multivariantURL.path
            for url in [folder.appending(path: "index.m3u8").path, stored] {
                for keys in [option, ""] { #expect(try await digest(url, keys: keys, in: scratch) == expected) }
            }
            // A key that is neither given nor at its URI.
            try FileManager.default.removeItem(at: key)
            #expect(try await digest(folder.appending(path: "index.m3u8").path, keys: option, in: scratch) == expected)
        }
    }

    @Test func encryptedMoviesAreReadWithGivenKeys() async throws {
        try await Scratch.use { scratch in
            let expected = try await frames(try await Movie.small.file(), in: scratch)
            let text =
                "{\"keys\":[{\"kid\":\"\(DecryptCommandTests.keyID)\",\"key\":\"\(DecryptCommandTests.key)\"}]}"
            let keys = try scratch.write("keys.json", text)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: keys.path)
            for scheme in ["cbcs", "cenc"] {
                try await DecryptCommandTests.package(into: scratch.file(scheme), scheme: scheme, isSingle: true)
                let movie = scratch.file("\(scheme)/video.mp4").path
                func read(_ keys: String) async throws -> Outcome {
                    let pipeline = try scratch.write(
                        "movie.yaml",
                        """
                        pipeline: movie
                        stages:
                          encrypted:
                            use: mp4.read
                            with: { path: "\(movie)"\(keys) }
                          movie:
                            use: file.movie
                            from: encrypted
                            with: { path: "\(scratch.file("\(scheme).mp4").path)" }

                        """)
                    return try await scratch.sluice("run", pipeline.path, "-q")
                }
                let refused = try await read("")
                #expect(refused.code == 1 && refused.errors.contains("is encrypted; set 'keys'"), "\(refused)")
                _ = try await read(", keys: { file: \"\(keys.path)\" }").succeeded()
                #expect(try await frames(scratch.file("\(scheme).mp4"), in: scratch) == expected)
            }
        }
    }
}
