import Foundation
import Testing

/// MP3 files with other bytes before and between their frames.
@Suite struct JunkBeforeAudioTests {
    private static func junk(_ kind: String) -> Data {
        switch kind {
        case "zeros": Data(count: 100_000)
        case "text": Data(String(repeating: "<html>not found</html>\n", count: 5000).utf8)
        default: Data((0..<100_000).map { UInt8(truncatingIfNeeded: ($0 &* 2_654_435_761) >> 13 & 0x7f) })
        }
    }

    private static func sound() async throws -> URL {
        try await made(
            "sound.mp3",
            byFFmpeg: ["-f", "lavfi", "-i", "sine=duration=5", "-c:a", "libmp3lame", "-id3v2_version", "0"])
    }

    @Test(arguments: ["zeros", "text", "bytes"], [[], ["--encode"]])
    func framesBehindJunkAreRead(kind: String, options: [String]) async throws {
        try await Scratch.use { scratch in
            let junk = Self.junk(kind)
            let input = try await made("\(kind).mp3", from: Self.sound(), as: "behind \(kind)") { junk + $0 }
            let arguments = ["segment", input.path, "out"] + options
            let outcome = try await scratch.command(arguments).run().succeeded()
            #expect(outcome.errors.contains("\(junk.count) bytes of audio outside complete frames"), "\(outcome)")
            let whole = try await scratch.segment(Self.sound(), into: "whole")
            let found = try Presentation(folder: scratch.file("out"))
            let duration = try #require(found.renditions.first).playlist.segments.reduce(0) { $0 + $1.duration }
            let expected = try #require(whole.renditions.first).playlist.segments.reduce(0) { $0 + $1.duration }
            #expect(abs(duration - expected) < 0.1, "\(duration) instead of \(expected)")
        }
    }

    @Test func cleanFileHasNoWarning() async throws {
        try await Scratch.use { scratch in
            let outcome = try await scratch.sluice("segment", try await Self.sound().path, "out").succeeded()
            #expect(!outcome.errors.contains("bytes-skipped") && !outcome.errors.contains("outside"), "\(outcome)")
        }
    }
}
