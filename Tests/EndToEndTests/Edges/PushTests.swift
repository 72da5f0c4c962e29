import Foundation
import Testing

/// Pushing to a real HTTP store, verified by a player, by the validator and against a folder written by the same run.
@Suite(.enabled(if: Nginx.isThere, "\(Nginx.absence)"))
struct PushTests {
    private let picture = ["size=320x180", "interval=1s"]

    @Test func theExampleIsPlayedFromTheStoreWhileItIsMadeAndAfterwards() async throws {
        try await Scratch.use { scratch in
            let store = try Nginx("nginx-store.conf", in: scratch)
            let settings = picture + ["window=4", "url=\(store.url)show/"]
            let run = try scratch.command(
                ["run", Sluice.pipeline("live-push").path] + settings.flatMap { ["--set", $0] }
            ).start()
            defer { run.end() }
            let index = "\(store.url)show/index.m3u8"
            let hasBegun = try await eventually(within: 60) {
                store.log.matches(of: #/PUT /show/video/segment-\d+\.m4s HTTP/1\.1" 201/#).count >= 3 || !run.isRunning
            }
            try #require(hasBegun && run.isRunning, "\(run.errors)")
            let during = try await scratch.run(
                "ffmpeg", ["-v", "error", "-i", index, "-t", "2", "-f", "framecrc", "-"]
            ).succeeded()
            #expect(during.errors.isEmpty && during.output.split(separator: "\n").count > 60)
            // Segments removed from the playlists are deleted, but only after their availability period.
            let hasGone = try await eventually(within: 60) {
                store.log.contains(#/"DELETE /show/video/segment-\d+\.m4s HTTP/1\.1" 204/#)
            }
            #expect(hasGone, "\(run.errors)")

            run.signal(SIGINT)
            _ = try await run.outcome(within: 60).succeeded()
            // The same exceptions as for the other live pipelines; R73 and R104 depend on the store.
            let url = try #require(URL(string: index))
            let report = try await ValidationDocument(url, in: scratch)
            #expect(Set(report.must).subtracting(["R73", "R80", "R104"]) == [], "\(report.text)")
            let after = try await scratch.run("ffmpeg", ["-v", "warning", "-i", index, "-f", "framecrc", "-"])
                .succeeded()
            #expect(after.errors.isEmpty && after.output.split(separator: "\n").count > 90)
            // Files that an earlier run may have left are deleted first.
            #expect(!store.log.contains(#/"PUT [^"]*" [345]\d\d /#), "\(store.log)")
        }
    }

    @Test func anOutageOfTheStoreTakesNothingAway() async throws {
        try await Scratch.use { scratch in
            let store = try Nginx("nginx-store.conf", in: scratch)
            let folder = scratch.file("folder")
            let pipeline = try scratch.write(
                "outage.yaml",
                """
                pipeline: outage
                about: The same files in a folder and in a store.
                extends: "\(Sluice.pipeline("live-test-pattern").path)"
                stages:
                  store:
                    use: http.push
                    from: playlists
                    with: { url: "\(store.url)" }
                """)
            let settings = picture + ["window=60", "output=\(folder.path)"]
            let run = try scratch.command(["run", pipeline.path] + settings.flatMap { ["--set", $0] }).start()
            defer { run.end() }
            func segments(_ folder: URL) -> Int {
                let names = try? FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "video").path)
                return names?.count { $0.hasSuffix(".m4s") } ?? 0
            }
            let stored = store.folder.appending(path: "live")
            try #require(try await eventually(within: 60) { segments(stored) >= 2 || !run.isRunning }, "\(run.errors)")
            store.stop()
            let before = segments(folder)
            let goesOn = try await eventually(within: 60) {
                segments(folder) >= before + 4 && run.errors.contains("does not accept files")
            }
            #expect(goesOn && segments(stored) < segments(folder), "\(run.errors)")
            try store.start()
            #expect(try await eventually(within: 60) { run.errors.contains("accepts files again") }, "\(run.errors)")

            run.signal(SIGINT)
            let outcome = try await run.outcome(within: 60).succeeded()
            #expect(!outcome.errors.contains("upload queue"), "\(outcome)")
            let (left, right) = (try contents(of: folder), try contents(of: stored))
            #expect(left.keys.sorted() == right.keys.sorted())
            #expect(left == right && left.count > 12)
            let report = try await scratch.sluice("validate", "\(store.url)index.m3u8", "--profile", "rfc")
            #expect(report.code == 0, "\(report)")
        }
    }

    @Test(arguments: [EncryptedStream.rotating, .aes128])
    func encryptedFilesAreTheSameInAStoreAndInAFolder(stream: EncryptedStream) async throws {
        try await Scratch.use { scratch in
            let store = try Nginx("nginx-store.conf", in: scratch)
            let folder = scratch.file("folder")
            let keys = try EncryptedStream.writeKeys(in: scratch)
            let movie = try await EncryptedStream.movie.file()
            let encrypted = try #require(stream.stage(keys: keys))
            let pipeline = try scratch.write(
                "push.yaml",
                """
                pipeline: push
                stages:
                  movie: { use: mp4.read, with: { path: \(movie.path) } }
                  segments: { use: fmp4.segment, from: movie, with: { interval: 1s } }
                  encrypted:
                    use: fmp4.encrypt
                    from: segments
                    with: \(encrypted)
                  playlists: { use: hls.playlist, from: encrypted, with: { type: vod } }
                  folder: { use: file.folder, from: playlists, with: { path: "\(folder.path)" } }
                  store: { use: http.push, from: playlists, with: { url: "\(store.url)" } }

                """)
            _ = try await scratch.sluice("run", pipeline.path, "-q").succeeded()
            let (left, right) = (
                try contents(of: folder), try contents(of: store.folder.appending(path: "live"))
            )
            #expect(left == right && left.count > 12, "\(left.keys.sorted()) \(right.keys.sorted())")
            // Neither contains a key or a clear segment.
            let clear = try contents(of: try await EncryptedStream.clear.presentation().folder)
            for (name, data) in right where name.hasSuffix(".m4s") { #expect(clear[name].map { $0 != data } == true) }
            for key in EncryptedStream.keys.values {
                let bytes = Data(EncryptedStream.bytes(key))
                #expect(right.values.allSatisfy { $0.firstRange(of: bytes) == nil })
            }
            let report = try await scratch.sluice(
                "validate", "\(store.url)index.m3u8", "--profile", "rfc", "--key-file", "\(keys)-0.json",
                "--key-file",
                "\(keys)-1.json", "--key-file", "\(keys)-2.json")
            #expect(report.code == 0, "\(report)")
        }
    }
}
