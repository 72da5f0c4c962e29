import Foundation
import Testing

/// Presentations of other people's tools: known faults are found, and nothing that is right is called wrong.
@Suite struct OthersOutputTests {
    private static let size = ["-s:v", "320x180", "-c:v", "libx264", "-preset", "ultrafast", "-g", "60", "-c:a", "aac"]

    /// The folder in which ffmpeg wrote HLS of a small movie.
    private func ffmpeg(_ options: [String], in scratch: Scratch) async throws -> URL {
        let folder = scratch.file("ffmpeg")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let arguments =
            ["-v", "error", "-y", "-i", try await Movie.small.file().path] + Self.size
            + ["-f", "hls", "-hls_playlist_type", "vod", "-hls_time", "2", "-master_pl_name", "index.m3u8"] + options
        _ = try await scratch.run("ffmpeg", arguments + [folder.appending(path: "list.m3u8").path]).succeeded()
        return folder
    }

    @Test func transportStreamsOfFFmpegBreakNothingOfTheSpecification() async throws {
        try await Scratch.use { scratch in
            let report = try await ValidationDocument(try await ffmpeg([], in: scratch), profile: "rfc", in: scratch)
            #expect(report.must == [], "\(report.text)")
        }
    }

    @Test func fragmentsOfFFmpegDeclareAHigherVersionThanTheyNeed() async throws {
        try await Scratch.use { scratch in
            let folder = try await ffmpeg(
                ["-hls_segment_type", "fmp4", "-hls_flags", "independent_segments"], in: scratch)
            let report = try await ValidationDocument(folder, profile: "rfc", in: scratch)
            #expect(report.must == [], "\(report.text)")
            #expect(Set(report.should).isSubset(of: ["R77", "R82"]) && report.should.contains("R77"), "\(report.text)")
        }
    }

    @Test func anOrdinaryPlaylistWithTheFlagOfIFramesIsFound() async throws {
        try await Scratch.use { scratch in
            let folder = try await ffmpeg(["-hls_flags", "iframes_only"], in: scratch)
            let report = try await ValidationDocument(folder, profile: "rfc", in: scratch)
            #expect(report.must == ["R99"], "\(report.text)")
        }
    }

    @Test func playlistsOfGStreamerBreakNothing() async throws {
        try await Scratch.use { scratch in
            let list = scratch.file("list.m3u8")
            let words = """
                filesrc location=\(try await Movie.small.file().path) ! qtdemux name=d
                d.video_0 ! queue ! h264parse ! hlssink2 name=s target-duration=2 max-files=0 playlist-length=0
                playlist-location=\(list.path) location=\(scratch.file("segment%05d.ts").path)
                d.audio_0 ! queue ! s.audio
                """.split(whereSeparator: \.isWhitespace).map(String.init)
            _ = try await scratch.run("gst-launch-1.0", ["-q"] + words).succeeded()
            let report = try await ValidationDocument(list, in: scratch)
            #expect(report.must == [] && Set(report.should).isSubset(of: ["R45"]), "\(report.text)")
        }
    }
}
