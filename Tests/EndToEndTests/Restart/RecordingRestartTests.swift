import Foundation
import Testing

/// The recording of a live run survives a kill and the next run.
@Suite struct RecordingRestartTests {
    @Test func aRecordingIsReadableUpToItsLastFragmentAndStays() async throws {
        try await Scratch.use { scratch in
            let pipeline = try scratch.write(
                "record.yaml",
                """
                pipeline: record
                about: A stream and its recording.
                extends: "\(Sluice.pipeline("live-test-pattern").path)"
                stages:
                  record:
                    use: file.movie
                    from: [video, audio]
                    with: { path: "\(scratch.file("movie.mp4").path)", fragment-interval: 500ms }

                """)
            var sizes: [URL: Int] = [:]
            for name in ["movie.mp4", "movie-2.mp4"] {
                let movie = scratch.file(name)
                var command = scratch.command(
                    ["run", pipeline.path]
                        + ["output=\(scratch.file("out").path)", "size=160x90", "interval=1s"].flatMap {
                            ["--set", $0]
                        })
                command.isIdle = true
                let run = try command.start()
                let playlist = scratch.file("out/video/playlist.m3u8")
                let before = (try? PlaylistText(playlist))?.segments.count { !$0.isGap } ?? 0
                let hasGrown = try await eventually(within: 40) {
                    ((try? PlaylistText(playlist))?.segments.count { !$0.isGap } ?? 0) >= before + 3 || !run.isRunning
                }
                run.signal(SIGKILL)
                let outcome = try await run.outcome(within: 5)
                #expect(hasGrown && outcome.code == 128 + SIGKILL, "\(outcome)")
                // Three segments of a second were published; half a second and the frames in the encoder may be lost.
                let list = try await PacketList(movie, in: scratch)
                for type in ["video", "audio"] {
                    let times = try list.times(type)
                    let length = (times.last ?? 0) - (times.first ?? 0)
                    #expect(length > 1.9, "\(length) s of \(type)\n\(outcome)")
                }
                let decoded = try await scratch.decode(movie, level: "error")
                #expect(decoded.code == 0)
                for (earlier, size) in sizes { #expect(try self.size(earlier) == size) }
                sizes[movie] = try size(movie)
            }
        }
    }

    private func size(_ file: URL) throws -> Int {
        try #require(FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int)
    }
}
