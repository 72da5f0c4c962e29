import Foundation
import Testing

/// A flash and a tick at the same time in the source are still synchronous after decoding.
@Suite struct SynchronyTests {
    @Test func theSourceItselfFlashesAndTicksTogether() async throws {
        try await Scratch.use { scratch in
            let movie = try await FlashAndTick.file()
            let source = try await Synchrony(video: movie, audio: movie, in: scratch)
            #expect(source.flashes.count == FlashAndTick.frames.count)
            #expect(source.ticks.count == FlashAndTick.frames.count)
            for offset in source.offsets { #expect(abs(offset) < 0.002) }
        }
    }

    @Test(arguments: profiles, [["--encode"], []])
    func flashAndTickStayTogether(profile: String, mode: [String]) async throws {
        try await Scratch.use { scratch in
            let movie = try await FlashAndTick.file()
            let presentation = try await SharedRuns.shared.presentation(
                ["segment", movie.path, "OUTPUT", "--interval", "4s", "--profile", profile] + mode)
            let source = try await Synchrony(video: movie, audio: movie, in: scratch)

            let video = try await presentation.rendition("video", in: scratch).joined(in: scratch)
            let audio = try await presentation.rendition("audio", in: scratch).joined(in: scratch)
            expectSame(source, try await Synchrony(video: video, audio: audio, in: scratch))

            let playlist = presentation.multivariantURL
            expectSame(source, try await Synchrony(video: playlist, audio: playlist, in: scratch))
        }
    }

    private func expectSame(_ source: Synchrony, _ output: Synchrony) {
        #expect(output.flashes.count == source.flashes.count)
        #expect(output.ticks.count == source.ticks.count)
        for (before, after) in zip(source.offsets, output.offsets) {
            #expect(abs(after - before) < 0.001, "a tick comes \(after) s after its flash; in the source \(before) s")
        }
        // The distances between flashes are unchanged.
        for (before, after) in zip(source.flashes, output.flashes) {
            #expect(abs((before - source.flashes[0]) - (after - output.flashes[0])) < 0.001)
        }
    }
}
