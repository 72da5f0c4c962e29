import OutsidePrograms
import PackagingStages
import Foundation
import Media
import StageKit
import StageTesting

/// Input files for source stages, made once.
struct TestFiles: Sendable {
    private static let made = Task { try await TestFiles() }
    /// The files, made on first use.
    static var shared: TestFiles { get async throws { try await made.value } }

    private let folder: TestFolder
    /// A decodable movie with 6000 frames.
    let movie: String
    /// The same as a transport stream.
    let stream: String
    /// The same as Matroska.
    let matroska: String
    /// The same as HLS.
    let presentation: String
    /// A movie with 100,000 undecodable samples.
    let longMovie: String
    /// 20,000 cues. The stage reads all of them before it emits the first one.
    let subtitles: String

    private init() async throws {
        folder = try TestFolder()
        folder.removeAtExit()
        (movie, presentation) = (folder.path("movie.mp4"), folder.path("index.m3u8"))
        (stream, matroska) = (folder.path("movie.ts"), folder.path("movie.mkv"))
        (longMovie, subtitles) = (folder.path("long.mp4"), folder.path("subtitles.srt"))
        try command(
            "ffmpeg",
            [
                "-v", "error", "-f", "lavfi", "-i", "color=size=64x36:rate=30:duration=200", "-pix_fmt", "yuv420p",
                "-c:v", "libx264", "-preset", "ultrafast", "-g", "30", movie,
            ])
        try command(
            "ffmpeg",
            [
                "-v", "error", "-i", movie, "-c", "copy", "-f", "hls", "-hls_time", "20", "-hls_playlist_type", "vod",
                "-hls_segment_type", "fmp4", presentation,
            ])
        for copy in [stream, matroska] { try command("ffmpeg", ["-v", "error", "-i", movie, "-c", "copy", copy]) }
        try await Self.writeMovie(longMovie)
        try Data(Self.cues.utf8).write(to: folder.url("subtitles.srt"))
    }

    private static func writeMovie(_ path: String) async throws {
        let input = TrialInput.samples([.video, .audio])
        let samples = (0..<110_000).map { Message.payload(input.payload($0)) }
        let messages = input.tracks.map { .track($0) } + samples + input.tracks.map { .end($0.id) }
        try await WriteMovie(options: WriteMovie.Options(reading: ["path": path]))
            .run(input: StageTesting.ScriptedInlet(messages, batchSize: 64), context: .alone())
    }

    private static var cues: String {
        func time(_ second: Int) -> String {
            let parts = [second / 3600, second / 60 % 60, second % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
            return parts.joined(separator: ":") + ",000"
        }
        return (0..<20_500).map { "\($0 + 1)\n\(time($0)) --> \(time($0 + 1))\nLine \($0)\n\n" }.joined()
    }
}
