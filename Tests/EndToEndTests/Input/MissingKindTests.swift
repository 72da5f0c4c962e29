import Foundation
import Testing

/// Movies whose video or audio cannot be carried are not published as other programmes, and the remedies work.
@Suite struct MissingKindTests {
    private static let codings: [(name: String, kind: String, coding: [String])] = [
        ("mpeg2.mkv", "video", ["-c:v", "mpeg2video", "-c:a", "copy"]),
        ("mpeg4.mkv", "video", ["-c:v", "mpeg4", "-c:a", "copy"]),
        ("mpeg4.mp4", "video", ["-c:v", "mpeg4", "-c:a", "copy"]),
        ("mpeg2.ts", "video", ["-c:v", "mpeg2video", "-c:a", "copy"]),
        ("mpeg4.avi", "video", ["-c:v", "mpeg4", "-c:a", "libmp3lame"]),
        ("vorbis.mkv", "audio", ["-c:v", "copy", "-c:a", "libvorbis"]),
        ("adpcm.mov", "audio", ["-c:v", "copy", "-c:a", "adpcm_ima_qt", "-ac", "1"]),
        ("mp2.ts", "audio", ["-c:v", "copy", "-c:a", "mp2"]),
    ]

    private static func movie(_ name: String, _ coding: [String]) async throws -> URL {
        try await made(name, byFFmpeg: ["-i", try await Movie.small.file().path] + coding)
    }

    @Test(arguments: codings)
    func remediesOfRejectedMoviesWork(_ name: String, _ kind: String, _ coding: [String]) async throws {
        try await Scratch.use { scratch in
            let movie = try await Self.movie(name, coding)
            let output = scratch.file("out")
            let outcome = try await scratch.sluice("segment", movie.path, output.path)
            #expect(outcome.code == 1, "\(outcome)")
            #expect(!FileManager.default.fileExists(atPath: output.appending(path: "index.m3u8").path))
            #expect(outcome.errors.contains("--allow-missing \(kind)"), "\(outcome)")
            #expect(outcome.errors.contains("--encode"), "\(outcome)")

            let other = scratch.file("other")
            _ = try await scratch.sluice("segment", movie.path, other.path, "--allow-missing", kind).succeeded()
            #expect(!FileManager.default.fileExists(atPath: other.appending(path: kind).path))

            let encoded = scratch.file("encoded")
            _ = try await scratch.sluice("segment", movie.path, encoded.path, "--encode", kind).succeeded()
            for folder in ["audio", "video"] {
                #expect(FileManager.default.fileExists(atPath: encoded.appending(path: folder).path), "\(folder)")
            }
        }
    }

    @Test func kindOfAllowMissingIsChecked() async throws {
        try await Scratch.use { scratch in
            let outcome = try await scratch.sluice("segment", "a.mkv", "out", "--allow-missing", "vidoe")
            #expect(outcome.code == 64 && outcome.errors.contains("video"), "\(outcome)")
        }
    }
}
