import HLS
import Media
import StageKit
import Testing

@testable import PackagingStages

/// Runs of `hls.playlist` that are interrupted and continued, for suites.
protocol InterruptedRuns {}

extension InterruptedRuns {
    func run(
        segments: Int, after resumption: Resumption? = nil, number: Int = 0, at start: MediaTime = .seconds(10),
        audioSegments: Int? = nil, _ configure: (inout HLSPlaylist.Options) -> Void = { _ in }
    ) throws -> PlaylistRun {
        var run = try PlaylistRun {
            $0.type = .live
            $0.window = 5
            configure(&$0)
        }
        if let resumption { try run.request(.resume(resumption)) }
        var (video, audio) = (ScriptedSegments.video(), ScriptedSegments.audio())
        try run.send(video.initialization(), audio.initialization())
        for k in 0..<Int64(segments) {
            try run.send(video.next(at: start + .seconds(6 * k), lasting: .seconds(6), bytes: 75_000))
            if k < audioSegments ?? segments {
                try run.send(audio.next(at: start + .seconds(6 * k), lasting: .seconds(6)))
            }
        }
        return run
    }

    func playlist(_ run: PlaylistRun, _ path: String = "video/playlist.m3u8") throws -> MediaPlaylist {
        guard case .media(let playlist) = try Playlist.parse(try #require(run.text(path))).playlist else {
            throw StageError(.damagedInput, path)
        }
        return playlist
    }
}
