import AssetDownloading
import Foundation
import HLS
import ScriptedOrigin
import Testing

/// Local playlists that follow the playlists of a server.
@Suite(.timeLimit(.minutes(1))) struct PlaylistFollowerTests {
    private let origin: LocalOrigin
    private let folder = DownloadFolder()

    init() throws { origin = try LocalOrigin() }

    private func follower(_ path: String) async throws -> PlaylistFollower {
        let url = try #require(URL(string: "\(origin.base)/\(path)"))
        let reduced = try await ReducedPresentation.prepare(
            AssetDownloadConfiguration(asset: URLAsset(url: url), title: ""), into: folder.url, isTrusted: false,
            settings: .hasty)
        return try #require(reduced.follower)
    }

    @Test func playlistsGrowUntilTheServerEndsThem() async throws {
        let follower = try await follower("event/5/index.m3u8")
        #expect(!folder.text("media/playlist.m3u8").contains("#EXT-X-ENDLIST"))
        try await follower.run()
        let text = folder.text("media/playlist.m3u8")
        #expect(text.contains("\(origin.base)/segment-4.ts\n#EXT-X-ENDLIST"))
        #expect(follower.targetDuration == 1)
    }

    @Test func variantEndsAfterItsAudio() async throws {
        try origin.putPlaylist("video.m3u8", ["a.ts"])
        try origin.put(
            "index.m3u8",
            """
            #EXTM3U
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="a",DEFAULT=YES,URI="event/3/audio.m3u8"
            #EXT-X-STREAM-INF:BANDWIDTH=1000,AUDIO="a"
            video.m3u8

            """)
        let follower = try await follower("index.m3u8")
        #expect(!folder.text("video/playlist.m3u8").contains("#EXT-X-ENDLIST"))
        try await follower.run()
        #expect(folder.text("audio/playlist.m3u8").contains("#EXT-X-ENDLIST"))
        #expect(folder.text("video/playlist.m3u8").contains("#EXT-X-ENDLIST"))
    }

    @Test func missingPlaylistIsReported() async throws {
        try origin.putPlaylist("index.m3u8", ["a.ts"], isEnded: false)
        let follower = try await follower("index.m3u8")
        try FileManager.default.removeItem(at: origin.folder.appending(path: "index.m3u8"))
        let error = await #expect(throws: AssetDownloadError.self) { try await follower.run() }
        #expect(error?.kind == .status(404))
        #expect(error?.message.contains("/index.m3u8'") == true)
    }

    @Test func laterURLOfThisMachineIsNotPassedOn() async throws {
        try origin.putPlaylist("index.m3u8", ["a.ts"], isEnded: false)
        let follower = try await follower("index.m3u8")
        try origin.putPlaylist("index.m3u8", ["a.ts", "file:///etc/passwd"], isEnded: false)
        let error = await #expect(throws: AssetDownloadError.self) { try await follower.run() }
        #expect(error?.kind == .refused)
        #expect(!folder.text("media/playlist.m3u8").contains("passwd"))
    }

    @Test func partiallyWrittenFileIsReadAgain() async throws {
        let url = origin.folder.appending(path: "index.m3u8")
        try origin.putPlaylist("index.m3u8", ["a.ts"], isEnded: false)
        let reduced = try await ReducedPresentation.prepare(
            AssetDownloadConfiguration(asset: URLAsset(url: url), title: ""), into: folder.url, isTrusted: false,
            settings: .hasty)
        try origin.put("index.m3u8", "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n")
        let error = await #expect(throws: AssetDownloadError.self) { try await reduced.follower?.run() }
        #expect(error?.kind == .malformed)
        try origin.putPlaylist("index.m3u8", ["a.ts", "b.ts"])
        try await reduced.follower?.run()
        #expect(folder.text("0.m3u8").contains("\(url.deletingLastPathComponent().absoluteString)b.ts\n#EXT-X-ENDLIST"))
    }
}
