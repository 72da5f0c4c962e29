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

    /// Containers whose header declares their size, read by GStreamer.
    @Test(arguments: [
        ("flv", []), ("avi", ["-bf", "0"]), ("asf", ["-c:v", "msmpeg4", "-bf", "0", "-c:a", "wmav2"]),
        ("mxf", ["-c:v", "mpeg2video", "-c:a", "pcm_s16le"]), ("wav", ["-vn", "-c:a", "adpcm_ima_wav"]),
    ])
    func truncatedMovieReportsMissingBytes(container: String, codecs: [String]) async throws {
        let folder = try TestFolder()
        let path = try GStreamerTestMovies.make(folder, "movie.\(container)", extra: codecs)
        // Not all are copied; all are decoded.
        #expect(await Self.errors(path)[1] == nil)
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        try data.prefix(data.count / 3).write(to: folder.url("cut.\(container)"))
        let text = /cut\.\w+ is truncated: it ends at [\d.]+ s; it has (\d+) bytes, but its header declares (\d+)/
        for error in await Self.errors(folder.path("cut.\(container)")) where error?.code != .unsupportedMedia {
            #expect(error?.code == .truncatedInput, "\(error?.message ?? "no error")")
            let numbers = error?.message.firstMatch(of: text).map { [Int($0.1), Int($0.2)] }
            #expect(numbers?.first == data.count / 3, "\(error?.message ?? "")")
            // The footer of MXF has the index after its header.
            let declared = numbers?.last.flatMap(\.self) ?? 0
            #expect(container == "mxf" ? declared > data.count * 9 / 10 : declared == data.count, "\(declared)")
        }
    }

    @Test func truncatedMatroskaReportsItsLastFrame() async throws {
        let folder = try TestFolder()
        let data = try Data(
            contentsOf: URL(fileURLWithPath: GStreamerTestMovies.make(folder, "movie.mkv", seconds: 30)))
        try data.prefix(data.count / 3).write(to: folder.url("cut.mkv"))
        // GStreamer's demuxer knows the bytes, our reader also the last frame.
        let errors = await Self.errors(folder.path("cut.mkv"))
        #expect(errors[0]?.message.hasSuffix("but its header declares \(data.count)") == true, "\(errors)")
        let error = errors[1]
        let text = /cut\.mkv' is truncated: its last frame starts at [\d.]+ s, within its segment/
        #expect(error?.code == .truncatedInput && error?.message.contains(text) == true, "\(error?.message ?? "")")
    }

    /// The duration of a file that was edited, or recorded live: no byte that its header declares is missing.
    @Test(arguments: [true, false]) func wrongDurationIsNoTruncation(declaresSize: Bool) async throws {
        let folder = try TestFolder()
        var data = try Data(contentsOf: URL(fileURLWithPath: GStreamerTestMovies.make(folder, "movie.flv", seconds: 3)))
        let duration = try #require(data.range(of: Data("duration".utf8) + [0])).upperBound
        data.replaceSubrange(duration..<duration + 8, with: withUnsafeBytes(of: 99.0.bitPattern.bigEndian) { Data($0) })
        if !declaresSize { data.replace(Data("filesize".utf8), with: Data("filesise".utf8)) }
        try data.write(to: folder.url("long.flv"))
        let (collector, reports) = (Collector<Sample>(), Reports())
        var options = DemuxedRead.Options()
        options.path = folder.path("long.flv")
        try await DemuxedRead(options: options).run(output: collector, context: .alone(reports: reports))
        #expect(collector.endedTracks.count == 2)
        let codes = reports.problems.filter { $0.severity == .warning }.map(\.code)
        #expect(codes == (declaresSize ? [] : ["ends-early"]), "\(reports.problems)")
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
