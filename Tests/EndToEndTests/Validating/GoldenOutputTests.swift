import Foundation
import OutsidePrograms
import Testing

/// Presentations of ffmpeg: exactly the rules that they violate are reported, each for the reason stated here.
@Suite struct GoldenOutputTests {
    struct Golden: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let arguments: [String]
        var playlist = "list.m3u8"
        var must: Set<String> = []
        /// Findings that depend on the version of ffmpeg.
        var may: Set<String> = []
        var should: Set<String> = []
    }

    private static let codecs = ["-c:v", "libx264", "-preset", "ultrafast", "-g", "60", "-c:a", "aac"]
    private static let hls = ["-f", "hls", "-hls_time", "2", "-hls_playlist_type", "vod"]
    private static let fragments = hls + ["-hls_segment_type", "fmp4"]
    private static let sizes = ["-s:v:0", "320x180", "-s:v:1", "160x90", "-b:v:0", "300k", "-b:v:1", "150k"]
    private static let dash = [
        "-f", "dash", "-seg_duration", "2", "-hls_playlist", "1", "-hls_master_name", "list.m3u8",
    ]

    private static let isOld: Bool = {
        let version = (try? command("ffmpeg", ["-version"]))?.firstMatch(of: /version n?(\d+)/)?.1
        return (version.flatMap { Int($0) } ?? 0) < 7
    }()
    /// The findings about the bandwidth of muxed variants, which ffmpeg measures from version 7 on.
    private static let understated: Set<String> = isOld ? ["R78"] : []

    /// R77: the version is higher than the tags require. S2: a service description precedes the program tables. R78: the
    /// bandwidth is the average of the encoder, below the peak of a segment.
    static let all: [Golden] = [
        Golden(testDescription: "fMP4 with B-frames", arguments: codecs + ["-bf", "3"] + fragments, should: ["R77"]),
        // The muxer of ffmpeg 5 gives the CRA picture at the start of a segment the time of a picture that leads it.
        Golden(
            testDescription: "fMP4 of HEVC",
            arguments: [
                "-c:v", "libx265", "-preset", "ultrafast", "-x265-params", "log-level=0:keyint=60", "-tag:v", "hvc1",
                "-c:a", "aac",
            ] + fragments, must: isOld ? ["B32"] : [], may: ["B32"], should: ["R77"]),
        Golden(
            testDescription: "fMP4 of one file", arguments: codecs + fragments + ["-hls_flags", "single_file"],
            should: ["R77"]),
        Golden(
            testDescription: "fMP4 of Opus", arguments: ["-c:v", "copy", "-c:a", "libopus"] + fragments, should: ["R77"]
        ),
        Golden(
            testDescription: "transport stream of one file", arguments: codecs + hls + ["-hls_flags", "single_file"],
            should: ["S2"]),
        Golden(
            testDescription: "transport stream with AC-3", arguments: ["-c:v", "copy", "-c:a", "ac3"] + hls,
            should: ["S2"]),
        Golden(testDescription: "transport stream of audio", arguments: ["-vn", "-c:a", "aac"] + hls, should: ["S2"]),
        Golden(
            testDescription: "encrypted transport stream",
            arguments: codecs + hls + ["-hls_key_info_file", "key-info"], should: ["S2"]),
        Golden(
            testDescription: "live transport stream with dates",
            arguments: codecs + [
                "-f", "hls", "-hls_time", "2", "-hls_list_size", "3", "-hls_flags",
                "delete_segments+program_date_time+omit_endlist",
            ], should: ["S2"]),
        Golden(
            testDescription: "muxed variants in fMP4",
            arguments: ["-map", "0:v", "-map", "0:a", "-map", "0:v", "-map", "0:a"] + codecs + sizes + fragments + [
                "-hls_fmp4_init_filename", "init%v.mp4", "-var_stream_map", "v:0,a:0 v:1,a:1", "-master_pl_name",
                "index.m3u8",
            ], playlist: "v%v.m3u8", must: understated, should: ["R77"]),
        Golden(
            testDescription: "muxed variants in transport streams",
            arguments: ["-map", "0:v", "-map", "0:a", "-map", "0:v", "-map", "0:a"] + codecs + sizes + hls + [
                "-var_stream_map", "v:0,a:0 v:1,a:1", "-master_pl_name", "index.m3u8",
            ], playlist: "v%v.m3u8", must: understated, should: ["S2"]),
        Golden(
            testDescription: "variants with separate audio",
            arguments: ["-map", "0:v", "-map", "0:v", "-map", "0:a"] + codecs + sizes + fragments + [
                "-hls_fmp4_init_filename", "init%v.mp4", "-var_stream_map", "v:0,agroup:a v:1,agroup:a a:0,agroup:a",
                "-master_pl_name", "index.m3u8",
            ], playlist: "v%v.m3u8", must: ["R78"], should: ["R77"]),
        Golden(
            testDescription: "playlists of the DASH muxer",
            arguments: ["-map", "0:v", "-map", "0:v", "-map", "0:a"] + codecs + sizes + [
                "-adaptation_sets", "id=0,streams=v id=1,streams=a",
            ] + dash, playlist: "out.mpd", must: ["R78"]),
        Golden(
            testDescription: "playlists of the DASH muxer with one file per stream",
            arguments: codecs + ["-b:v", "300k", "-single_file", "1"] + dash, playlist: "out.mpd", must: ["R78"]),
    ]

    @Test(arguments: all) func onlyTrueViolationsAreReported(_ golden: Golden) async throws {
        try await Scratch.use { scratch in
            try Data("0123456789abcdef".utf8).write(to: scratch.file("key.bin"))
            _ = try scratch.write("key-info", "key.bin\n\(scratch.file("key.bin").path)\n")
            let movie = try await Movie.small.file().path
            _ = try await scratch.run(
                "ffmpeg", ["-v", "error", "-y", "-i", movie] + golden.arguments + [golden.playlist]
            ).succeeded()
            let main = scratch.file("index.m3u8")
            let playlist =
                FileManager.default.fileExists(atPath: main.path) ? main : scratch.file("list.m3u8")
            let report = try await ValidationDocument(playlist, profile: "rfc", in: scratch)
            #expect(Set(report.must).subtracting(golden.may.subtracting(golden.must)) == golden.must, "\(report.text)")
            #expect(Set(report.should) == golden.should, "\(report.text)")
            #expect(report.unchecked == [])
        }
    }
}
