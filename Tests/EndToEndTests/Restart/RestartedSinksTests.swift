import Foundation
import HLS
import Testing

/// Runs that are killed and restarted, with sinks that do not persist their state next to the folder sink.
@Suite(.enabled(if: Nginx.isThere, "\(Nginx.absence)"))
struct RestartedSinksTests {
    /// A folder, an origin and a store, fed by the same playlists.
    private struct Outputs {
        let scratch: Scratch
        let store: Nginx
        let port = freePort()
        let endsPlaylists: Bool
        var folder: URL { scratch.file("out") }
        var origin: String { "http://127.0.0.1:\(port)/live/" }
        var stored: URL { store.folder.appending(path: "live") }

        func start() throws -> RunningProgram {
            let pipeline = try scratch.write(
                "sinks.yaml",
                """
                pipeline: sinks
                about: The same files in a folder, an origin and a store.
                extends: "\(Sluice.pipeline("live-test-pattern").path)"
                stages:
                  playlists:
                    use: hls.playlist
                    from: segments
                    with: { type: live, window: 40, target-duration: 2s, end-list: \(endsPlaylists) }
                  origin:
                    use: http.origin
                    from: playlists
                    with: { listen: "127.0.0.1:\(port)" }
                  store:
                    use: http.push
                    from: playlists
                    with: { url: "\(store.url)" }

                """)
            let settings = ["output=\(folder.path)", "size=160x90", "interval=500ms"]
            var command = scratch.command(["run", pipeline.path] + settings.flatMap { ["--set", $0] })
            command.isIdle = true
            return try command.start()
        }

        func playlist(_ folder: URL, _ rendition: String = "video") -> MediaPlaylist? {
            let path = folder.appending(path: "\(rendition)/playlist.m3u8").path
            guard let data = FileManager.default.contents(atPath: path),
                case .media(let playlist)? = try? Playlist.parse([UInt8](data), tolerance: .tolerant).playlist
            else { return nil }
            return playlist
        }

        /// The number after the last listed segment.
        func end(_ folder: URL) -> Int { playlist(folder).map { $0.mediaSequence + $0.segments.count } ?? 0 }
    }

    private func fetch(_ address: String, in scratch: Scratch) async throws -> (status: String, data: Data) {
        let file = scratch.file("fetched")
        let outcome = try await scratch.run(
            "curl",
            ["--silent", "--max-time", "20", "--output", file.path, "--write-out", "%{http_code}", address])
        defer { try? FileManager.default.removeItem(at: file) }
        return (outcome.output, FileManager.default.contents(atPath: file.path) ?? Data())
    }

    /// Fetches the playlists and all listed files, and compares them with the folder.
    private func expectWhole(_ base: String, like folder: URL, in scratch: Scratch) async throws -> Int {
        var listed: Set<String> = []
        for rendition in ["video", "audio"] {
            for name in ["playlist.m3u8", "iframes.m3u8"] where rendition == "video" || name == "playlist.m3u8" {
                let (status, data) = try await fetch("\(base)\(rendition)/\(name)", in: scratch)
                #expect(status == "200", "\(base)\(rendition)/\(name)")
                guard case .media(let playlist) = try Playlist.parse([UInt8](data), tolerance: .tolerant).playlist
                else {
                    continue
                }
                for segment in playlist.segments where !segment.isGap {
                    listed.insert("\(rendition)/\(segment.uri)")
                    if let map = segment.initialization { listed.insert("\(rendition)/\(map.uri)") }
                }
            }
        }
        for path in listed.sorted() {
            let (status, data) = try await fetch(base + path, in: scratch)
            #expect(status == "200", "\(base)\(path)")
            let original = FileManager.default.contents(atPath: folder.appending(path: path).path)
            #expect(original == data, "\(base)\(path) differs from the folder's")
        }
        let (status, _) = try await fetch("\(base)index.m3u8", in: scratch)
        #expect(status == "200", "\(base)index.m3u8")
        return listed.count
    }

    @Test(arguments: [(true, SIGKILL), (false, SIGKILL), (false, SIGINT)])
    func everyResourceThatIsListedAfterARestartIsServed(endsPlaylists: Bool, signal: Int32) async throws {
        try await Scratch.use { scratch in
            let outputs = Outputs(
                scratch: scratch, store: try Nginx("nginx-store.conf", in: scratch), endsPlaylists: endsPlaylists)
            for round in 0..<2 {
                let run = try outputs.start()
                defer { run.end() }
                let goal = outputs.end(outputs.folder) + 4
                let isThere = try await eventually(within: 60) {
                    outputs.end(outputs.stored) >= goal || !run.isRunning
                }
                #expect(isThere && run.isRunning, "\(run.errors)")
                run.signal(signal)
                _ = try await run.outcome(within: 20)
                // Uploads that were pending at the kill are missing in the store, or incomplete.
                guard round == 1, signal == SIGKILL else { continue }
                let newest = try #require(outputs.playlist(outputs.folder)?.segments.last { !$0.isGap }?.uri)
                try? FileManager.default.removeItem(at: outputs.stored.appending(path: "video/\(newest)"))
                try? FileManager.default.removeItem(at: outputs.stored.appending(path: "audio/init.mp4"))
                let second = try #require(outputs.playlist(outputs.folder, "audio")?.segments.dropLast().last?.uri)
                try Data([1]).write(to: outputs.stored.appending(path: "audio/\(second)"))
            }
            let before = outputs.end(outputs.folder)
            let run = try outputs.start()
            defer { run.end() }
            let goesOn = try await eventually(within: 60) {
                let (status, _) = try await fetch("\(outputs.origin)index.m3u8", in: scratch)
                return status == "200" && outputs.end(outputs.stored) > before || !run.isRunning
            }
            try #require(goesOn && run.isRunning, "\(run.errors)")
            #expect(try #require(outputs.playlist(outputs.folder)).mediaSequence < before, "\(run.errors)")
            let served = try await expectWhole(outputs.origin, like: outputs.folder, in: scratch)
            let stored = try await expectWhole(outputs.store.url, like: outputs.folder, in: scratch)
            #expect(served > 10 && stored > 10)
            // Segments that the store already had were checked by HEAD requests and not uploaded again.
            #expect(outputs.store.log.contains(#/"HEAD /video/segment-\d+\.m4s HTTP/1\.1" 200 /#))

            run.signal(SIGINT)
            _ = try await run.outcome(within: 60).succeeded()
        }
    }
}
