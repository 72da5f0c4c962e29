import HLS
import Media
import PackagingStages
import StageKit
import Testing

/// The end of live playlists by the kind of stop and the option `end-list`.
@Suite struct StopModeTests {
    private func endsPlaylists(
        _ mode: StopMode, endList: Bool?, type: HLSPlaylist.PlaylistKind = .live
    ) throws -> Bool {
        var run = try PlaylistRun {
            $0.type = type
            $0.endList = endList
        }
        var video = ScriptedSegments.video()
        try run.send(video.initialization(), video.next(at: .zero, lasting: .seconds(6)))
        try run.finish(mode)
        let hasEnded = try #require(run.text("video/playlist.m3u8")).contains("#EXT-X-ENDLIST")
        let record = String(decoding: run.records["index.m3u8"] ?? [], as: UTF8.self)
        #expect(type == .vod || record.contains("ended \(hasEnded)"))
        return hasEnded
    }

    @Test(arguments: [HLSPlaylist.PlaylistKind.live, .event])
    func stopEndsPlaylistsAsTheOptionsAndTheModeSay(type: HLSPlaylist.PlaylistKind) throws {
        for (endList, expected) in [
            (nil, [StopMode.finish: true, .leaveOpen: false, .end: true, .keepOpen: false]),
            (true, [.finish: true, .leaveOpen: true, .end: true, .keepOpen: false]),
            (false, [.finish: false, .leaveOpen: false, .end: true, .keepOpen: false]),
        ] as [(Bool?, [StopMode: Bool])] {
            for (mode, ends) in expected {
                let message: Comment = "\(mode) with end-list: \(String(describing: endList))"
                #expect(try endsPlaylists(mode, endList: endList, type: type) == ends, message)
            }
        }
    }

    @Test func playlistsOfTypeVODAlwaysEnd() throws {
        #expect(try endsPlaylists(.leaveOpen, endList: false, type: .vod))
    }
}
