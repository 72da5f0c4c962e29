import Foundation
import Media
import OutsidePrograms
import StageKit
import Testing

@testable import GStreamerStages

@Suite struct BadInputTests {
    /// Reads and decodes a file; returns the errors of both.
    static func errors(_ path: String, tracks: TrackSelection = .all) async -> [StageError?] {
        var errors: [StageError?] = []
        do {
            _ = try await FileReadTests.read(path, tracks: tracks)
            errors.append(nil)
        } catch { errors.append(error as? StageError) }
        do {
            _ = try await FileDecodeTests.decode(path, tracks: tracks)
            errors.append(nil)
        } catch { errors.append(error as? StageError) }
        return errors
    }

    @Test func aMissingFileIsNamed() async {
        for error in await Self.errors("/no/such/file.mp4") {
            #expect(error?.code == .unreadableInput)
            #expect(error?.message.contains("/no/such/file.mp4") == true)
        }
        #expect(await Self.errors("/no/such/file.mp4")[0]?.message == "there is no file /no/such/file.mp4")
    }

    @Test func aFolderIsNoFile() async {
        for error in await Self.errors("/tmp") { #expect(error?.code == .unreadableInput) }
    }

    @Test func anEmptyFileIsDamaged() async throws {
        let folder = try TestFolder()
        try Data().write(to: folder.url("empty.mp4"))
        let errors = await Self.errors(folder.path("empty.mp4"))
        // GStreamer's reader, and that of movies.
        #expect(errors.map { $0?.code } == [.damagedInput, .unreadableInput])
        #expect(errors.allSatisfy { $0?.message.contains("is empty") == true })
    }

    @Test(arguments: [100, 4096, 1_000_000]) func garbageIsDamaged(size: Int) async throws {
        let folder = try TestFolder()
        var state: UInt64 = 0x9e37_79b9_7f4a_7c15
        let bytes = (0..<size).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1
            return UInt8(truncatingIfNeeded: state >> 33)
        }
        try Data(bytes).write(to: folder.url("garbage.bin"))
        for error in await Self.errors(folder.path("garbage.bin")) {
            #expect(error?.code == .damagedInput, "\(error?.message ?? "no error")")
        }
    }

    @Test func textIsNoMedia() async throws {
        let folder = try TestFolder()
        try String(repeating: "This is no movie at all.\n", count: 200)
            .write(to: folder.url("text.mp4"), atomically: true, encoding: .utf8)
        for error in await Self.errors(folder.path("text.mp4")) {
            #expect(error != nil)
            #expect([.damagedInput, .noUsableTrack].contains(error?.code), "\(error?.message ?? "")")
        }
    }

    @Test(arguments: ["mkv", "flv"]) func truncatedMovieReportsEnd(container: String) async throws {
        let folder = try TestFolder()
        let path = try GStreamerTestMovies.make(folder, "movie.\(container)", seconds: 30)
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        try data.prefix(data.count / 3).write(to: folder.url("cut.\(container)"))
        let demuxed = /cut\.\w+ is truncated: it ends at [\d.]+ s of 30\./
        // Matroska is decoded through our reader, which knows the last frame.
        let decoded =
            container == "mkv"
            ? /cut\.mkv' is truncated: its last frame starts at [\d.]+ s, within its segment/ : demuxed
        for (error, text) in zip(await Self.errors(folder.path("cut.\(container)")), [demuxed, decoded]) {
            #expect(error?.code == .truncatedInput, "\(error?.message ?? "no error")")
            #expect(error?.message.contains(text) == true, "\(error?.message ?? "")")
        }
    }

    /// With its tables first, in fragments, and with its tables last.
    @Test(arguments: ["faststart", "frag_keyframe+empty_moov", "frag_keyframe+delay_moov+default_base_moof", ""])
    func truncatedMovieFileReportsEnd(writing: String) async throws {
        let folder = try TestFolder()
        let extra = writing.isEmpty ? [] : ["-movflags", writing]
        let data = try Data(
            contentsOf: URL(fileURLWithPath: try GStreamerTestMovies.make(folder, "movie.mp4", extra: extra)))
        for share in [0.01, 0.34, 0.53, 0.9] {
            let count = Int(Double(data.count) * share)
            try data.prefix(count).write(to: folder.url("cut.mp4"))
            for error in await Self.errors(folder.path("cut.mp4")) {
                #expect(error?.code == .truncatedInput, "\(share): \(error?.message ?? "no error")")
                #expect(error?.message.contains("is truncated") == true, "\(error?.message ?? "")")
                #expect(error?.message.contains("\(count)") == true, "\(error?.message ?? "")")
            }
        }
    }

    @Test func fragmentsAloneAreRefusedAtOnce() async throws {
        let folder = try TestFolder()
        let path = try GStreamerTestMovies.make(folder, "movie.mp4", extra: ["-movflags", "frag_keyframe+empty_moov"])
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        let fragments = try #require(data.range(of: Data("moof".utf8))).lowerBound - 4
        try data.suffix(from: fragments).write(to: folder.url("fragments.mp4"))
        for error in await Self.errors(folder.path("fragments.mp4")) { #expect(error?.code == .damagedInput) }
    }

    @Test func anEncryptedMovieIsRefused() async throws {
        let folder = try TestFolder()
        let path = try GStreamerTestMovies.make(
            folder, "movie.mp4", seconds: 2,
            extra: [
                "-encryption_scheme", "cenc-aes-ctr", "-encryption_key", "76a6c65c5ea762046bd749a2e632ccbb",
                "-encryption_kid", "a7e61c373e219033c21091fa607bf3b8",
            ])
        for error in await Self.errors(path) {
            #expect(error?.code == .unsupportedMedia, "\(error?.message ?? "no error")")
            #expect(error?.message.contains("encrypted") == true, "\(error?.message ?? "")")
        }
    }

    @Test func missingTrackIsReported() async throws {
        let folder = try TestFolder()
        let path = folder.path("sound.m4a")
        try command(
            "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "sine=440:duration=1", "-c:a", "aac", path)
        for error in await Self.errors(path, tracks: .video) { #expect(error?.code == .noUsableTrack) }
    }
}
