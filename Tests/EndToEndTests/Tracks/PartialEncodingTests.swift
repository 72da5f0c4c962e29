import Foundation
import Testing

/// `segment --encode audio` and `--encode video` encode tracks of one kind and pass the others through.
@Suite struct PartialEncodingTests {
    private static func flashAndTick(_ container: String) async throws -> URL {
        let movie = try await FlashAndTick.file()
        guard container != "mp4" else { return movie }
        return try await made("flash-and-tick.\(container)", byFFmpeg: ["-i", movie.path, "-c", "copy"])
    }

    @Test(arguments: ["mp4", "mkv", "ts"], ["audio", "video"])
    func flashAndTickStayTogether(container: String, kind: String) async throws {
        try await Scratch.use { scratch in
            let movie = try await Self.flashAndTick(container)
            let presentation = try await scratch.segment(movie, into: "out", "--interval", "4s", "--encode", kind)
            // Matroska rounds times to milliseconds.
            let original = try await FlashAndTick.file()
            let source = try await Synchrony(video: original, audio: original, in: scratch)
            let playlist = presentation.multivariantURL
            let output = try await Synchrony(video: playlist, audio: playlist, in: scratch)
            #expect(output.flashes.count == source.flashes.count && output.ticks.count == source.ticks.count)
            for (before, after) in zip(source.offsets, output.offsets) {
                // A frame of AAC at 48 kHz lasts 21 ms.
                #expect(
                    abs(after - before) < 0.005, "a tick comes \(after) s after its flash; in the source \(before) s")
            }
        }
    }

    @Test(arguments: ["audio", "video"])
    func theOtherKindIsPassedThrough(kind: String) async throws {
        try await Scratch.use { scratch in
            let movie = try await FlashAndTick.file()
            let kept = kind == "audio" ? "video" : "audio"
            let presentation = try await scratch.segment(movie, into: "out", "--encode", kind)
            let input = try await PacketList(movie, isRaw: true, in: scratch)
            for name in ["audio", "video"] {
                let output = try await presentation.rendition(name, in: scratch).packets(isRaw: true, in: scratch)
                let hashes = try output.packets(name).map(\.data_hash)
                #expect(try (hashes == input.packets(name).map(\.data_hash)) == (name == kept))
            }
        }
    }

    @Test func onlyTheTrackThatNeedsItIsEncoded() async throws {
        try await Scratch.use { scratch in
            let movie = try await made(
                "needs-audio.mkv",
                byFFmpeg: ["-i", try await FlashAndTick.file().path, "-c:v", "copy", "-c:a", "adpcm_ms"])
            let presentation = try await scratch.segment(movie, into: "out", "--encode", "audio")
            // Matroska rounds times to milliseconds.
            let original = try await FlashAndTick.file()
            let source = try await Synchrony(video: original, audio: original, in: scratch)
            let playlist = presentation.multivariantURL
            let output = try await Synchrony(video: playlist, audio: playlist, in: scratch)
            #expect(output.ticks.count == FlashAndTick.frames.count)
            for (before, after) in zip(source.offsets, output.offsets) { #expect(abs(after - before) < 0.005) }
        }
    }

    @Test func aFileWithoutTheOtherKindIsEncodedAlone() async throws {
        try await Scratch.use { scratch in
            let movie = try await made(
                "sound-alone.mkv", byFFmpeg: ["-f", "lavfi", "-i", "sine=duration=3", "-c:a", "adpcm_ms"])
            let output = scratch.file("out")
            _ = try await scratch.sluice("segment", movie.path, output.path, "--encode", "audio").succeeded()
            #expect(FileManager.default.fileExists(atPath: output.appending(path: "audio").path))
        }
    }

    @Test(arguments: [
        (["MOVIE", "out", "--encode", "audio"], "out", true), (["--encode", "audio", "MOVIE", "out"], "out", true),
        (["MOVIE", "-e", "audio", "out"], "out", true), (["MOVIE", "--encode=audio", "out"], "out", true),
        (["MOVIE", "--encode", "audio"], "audio", false), (["MOVIE", "out", "--encode"], "out", false),
        (["--encode", "MOVIE", "out"], "out", false),
    ])
    func theKindIsOptionalBehindEncode(words: [String], output: String, isPartial: Bool) async throws {
        try await Scratch.use { scratch in
            let movie = try await made(
                "short.mp4",
                byFFmpeg: [
                    "-f", "lavfi", "-i", "testsrc2=size=160x90:rate=25:duration=1", "-f", "lavfi", "-i",
                    "sine=duration=1", "-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p",
                ])
            let arguments = ["segment", "--verbose"] + words.map { $0 == "MOVIE" ? movie.path : $0 }
            let outcome = try await scratch.command(arguments).run().succeeded()
            #expect(FileManager.default.fileExists(atPath: scratch.file(output).appending(path: "index.m3u8").path))
            #expect(outcome.errors.contains("mp4.read") == isPartial, "\(outcome)")
        }
    }
}
