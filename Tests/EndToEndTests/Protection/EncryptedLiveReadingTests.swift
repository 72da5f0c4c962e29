import Foundation
import Testing

/// Encrypted live presentations as sources of pipelines, with keys that change while they are read.
@Suite struct EncryptedLiveReadingTests {
    /// A live presentation and the source of its keys.
    enum Example: String, CaseIterable, Sendable {
        case cbcs
        case cenc
        case aes128 = "aes-128"
        /// The keys are loaded from the URIs in the playlists.
        case aes128ByURI = "aes-128 by URI"

        var method: String { self == .aes128ByURI ? "aes-128" : rawValue }
    }

    private func segmentCount(_ folder: URL) -> Int {
        (try? PlaylistText(folder.appending(path: "video/playlist.m3u8")))?.segments.count ?? 0
    }

    /// Starts a live presentation in the folder `live`, whose keys change every three segments.
    private func start(_ method: String, in scratch: Scratch) throws -> RunningProgram {
        let keys = try EncryptedStream.writeKeys(in: scratch)
        let folder = scratch.file("live/keys")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (id, key) in EncryptedStream.keys {
            try Data(EncryptedStream.bytes(key)).write(to: folder.appending(path: id))
        }
        let pipeline = try scratch.write(
            "live.yaml",
            """
            pipeline: live
            extends: \(Sluice.pipeline("live-test-pattern").path)
            stages:
              encrypted:
                use: fmp4.encrypt
                from: segments
                with:
                  method: \(method)
                  keys: { file: "\(keys)-{period}.json" }
                  key-uri: "../keys/{kid}"
                  rotation: { segments: 4 }
              playlists:
                use: hls.playlist
                from: encrypted
                with: { type: event }

            """)
        var command = scratch.command(
            ["run", pipeline.path]
                + ["output=\(scratch.file("live").path)", "size=320x180", "interval=1s"].flatMap { ["--set", $0] },
            limit: 120)
        command.isIdle = true
        return try command.start()
    }

    private func reading(keys: String, in scratch: Scratch) throws -> RunningProgram {
        let pipeline = try scratch.write(
            "read.yaml",
            """
            pipeline: read
            stages:
              presentation:
                use: hls.read
                with: { url: "\(scratch.file("live/index.m3u8").path)"\(keys) }
              segments:
                use: fmp4.segment
                from: presentation
                with: { interval: 2s }
              playlists:
                use: hls.playlist
                from: segments
                with: { type: event }
              folder:
                use: file.folder
                from: playlists
                with: { path: "\(scratch.file("again").path)" }

            """)
        var command = scratch.command(["run", pipeline.path, "-q"], limit: 120)
        command.isIdle = true
        return try command.start()
    }

    private func frames(_ folder: URL, in scratch: Scratch) async throws -> [Substring] {
        try await scratch.run(
            "ffmpeg",
            ["-v", "error", "-allowed_extensions", "ALL", "-i", folder.appending(path: "index.m3u8").path]
                + ["-map", "0:v", "-fps_mode", "passthrough", "-f", "framehash", "-"]
        ).succeeded().output.split(separator: "\n").filter { !$0.hasPrefix("#") }
            .compactMap { $0.split(separator: " ").last }
    }

    @Test(arguments: Example.allCases) func everyFrameIsReadAcrossKeyPeriods(example: Example) async throws {
        try await Scratch.use { scratch in
            let live = try start(example.method, in: scratch)
            defer { live.end() }
            let folder = scratch.file("live")
            let isUp = try await eventually(within: 40) { segmentCount(folder) >= 4 || !live.isRunning }
            try #require(isUp && live.isRunning, "\(live.errors)")
            let keys = example == .aes128ByURI ? "" : ", keys: { file: \"\(scratch.file("keys").path)-{period}.json\" }"
            let run = try reading(keys: keys, in: scratch)
            defer { run.end() }
            // The third of three key periods has begun.
            let isLong = try await eventually(within: 60) { segmentCount(folder) >= 10 || !run.isRunning }
            try #require(isLong && run.isRunning, "\(run.errors)")
            live.signal(SIGINT)
            _ = try await live.outcome(within: 30).succeeded()
            _ = try await run.outcome(within: 40).succeeded()
            let words = (0..<3).flatMap { ["--key-file", scratch.file("keys-\($0).json").path] }
            let clear = scratch.file("clear")
            _ = try await scratch.command(["decrypt", folder.path, clear.path] + words).run().succeeded()
            let shown = try await frames(scratch.file("again"), in: scratch)
            let expected = try await frames(clear, in: scratch)
            #expect(shown.count >= 150 && shown == expected.suffix(shown.count), "\(shown.count) of \(expected.count)")
            let folders = try FileManager.default.subpathsOfDirectory(atPath: scratch.folder.path)
            #expect(!folders.contains { $0.hasPrefix("sluice-") })
        }
    }

    @Test func missingKeyEndsTheRunWithItsIdentifier() async throws {
        try await Scratch.use { scratch in
            let live = try start("cbcs", in: scratch)
            defer { live.end() }
            let folder = scratch.file("live")
            let isUp = try await eventually(within: 40) { segmentCount(folder) >= 4 || !live.isRunning }
            try #require(isUp && live.isRunning, "\(live.errors)")
            // Keys are neither given nor at their URIs.
            try FileManager.default.removeItem(at: folder.appending(path: "keys"))
            let run = try reading(keys: ", keys: { file: \"\(scratch.file("keys-0.json").path)\" }", in: scratch)
            let outcome = try await run.outcome(within: 60)
            let identifier = EncryptedStream.keys.keys.sorted()[1]
            #expect(outcome.code == 1, "\(outcome)")
            let message = "no key with the KID \(identifier); add it to the source of 'keys'"
            #expect(outcome.errors.contains(message), "\(outcome)")
            #expect(outcome.errors.contains("/segment-0000"), "\(outcome)")
        }
    }

    /// Transport streams of ffmpeg, which reads its keys again for each segment.
    @Test func transportStreamsWithChangingKeysAreRead() async throws {
        try await Scratch.use { scratch in
            let folder = scratch.file("live")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            func change(to number: Int) throws {
                let bytes = [UInt8](repeating: UInt8(0x11 * (number + 1)), count: 16)
                let key = folder.appending(path: "\(number).key")
                try Data(bytes).write(to: key)
                try Data("\(number).key\n\(key.path)\n".utf8).write(to: scratch.file("info"), options: .atomic)
            }
            try change(to: 0)
            let input = ["-re", "-f", "lavfi", "-i", "testsrc2=size=320x180:rate=25", "-t", "14"]
            var command = Command(
                program: "ffmpeg",
                arguments: ["-v", "error"] + input + [
                    "-c:v", "libx264", "-preset", "ultrafast", "-g", "25", "-f", "hls",
                ]
                    + ["-hls_time", "1", "-hls_playlist_type", "event", "-hls_flags", "periodic_rekey+temp_file"]
                    + ["-hls_key_info_file", scratch.file("info").path, folder.appending(path: "index.m3u8").path],
                folder: scratch.folder, limit: 90)
            command.isIdle = true
            let live = try command.start()
            defer { live.end() }
            let index = folder.appending(path: "index.m3u8")
            func count() -> Int { (try? PlaylistText(index))?.segments.count ?? 0 }
            let isUp = try await eventually(within: 40) { count() >= 4 || !live.isRunning }
            try #require(isUp && live.isRunning, "\(live.errors)")
            let run = try reading(keys: "", in: scratch)
            defer { run.end() }
            try change(to: 1)
            _ = try await live.outcome(within: 60).succeeded()
            _ = try await run.outcome(within: 40).succeeded()
            let text = try String(contentsOf: index, encoding: .utf8)
            #expect(text.contains("0.key") && text.contains("1.key"))
            let expected = try await frames(folder, in: scratch)
            let shown = try await frames(scratch.file("again"), in: scratch)
            #expect(shown.count >= 150 && shown == expected.suffix(shown.count), "\(shown.count) of \(expected.count)")
        }
    }
}
