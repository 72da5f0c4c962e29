import Foundation
import Testing

/// The end of runs over files: by a signal, and with an output folder that is not empty.
@Suite struct EndingTests {
    @Test func aSignalEndsARunOverAFileInGoodOrder() async throws {
        try await Scratch.use { scratch in
            let output = scratch.file("out")
            let movie = try await Movie.main.file()
            let run = try scratch.command(["segment", movie.path, output.path, "--encode", "--interval", "1s"]).start()
            let hasBegun = try await eventually(within: 30) {
                FileManager.default.fileExists(atPath: output.appending(path: "video/segment-00001.m4s").path)
                    || !run.isRunning
            }
            run.signal(SIGINT)
            _ = try await run.outcome(within: 20).succeeded()
            try #require(hasBegun)
            let presentation = try Presentation(folder: output)
            for rendition in presentation.renditions {
                #expect(rendition.playlist.isWhole)
                let file = try rendition.joined(in: scratch)
                let decoded = try await scratch.decode(file)
                #expect(decoded.code == 0 && decoded.errors.isEmpty, "\(decoded)")
            }
        }
    }

    @Test func aFolderCanBeUsedAgain() async throws {
        try await Scratch.use { scratch in
            let movie = try await Movie.small.file()
            _ = try await scratch.segment(movie, into: "out", "--interval", "1s")
            let presentation = try await scratch.segment(movie, into: "out", "--interval", "5s")
            for rendition in presentation.renditions { #expect(rendition.playlist.segments.count == 2) }
            let played = try await Player.ffmpeg.play(presentation.multivariantURL, in: scratch)
            #expect(played.frames == 300)
        }
    }

    @Test func aFailedRunInAUsedFolderLeavesNothingThatClaimsToBeWhole() async throws {
        try await Scratch.use { scratch in
            let presentation = try await scratch.segment(Movie.small.file(), into: "out", "--interval", "2s")
            let before = try presentation.renditions.map { try $0.bytes(0) }
            let damaged = try await OddTimes.backwards()
            let outcome = try await scratch.sluice(
                "segment", damaged.path, scratch.file("out").path, "--interval", "1s")
            #expect(outcome.code == 1)
            // Either the files are untouched, or overwritten ones are no longer listed. The second run has no audio:
            // the first run's audio is still complete, but no multivariant playlist refers to it.
            let untouched = try? Presentation(folder: scratch.file("out")).renditions.map { try $0.bytes(0) }
            if untouched != before {
                try expectNothingWhole(in: scratch.file("out/video"))
                #expect(!FileManager.default.fileExists(atPath: scratch.file("out/index.m3u8").path))
            }
        }
    }
}
