import PackagingStages
import HLS
import Media
import PublicationJournal
import StageKit
import Testing

@Suite struct KeyRotationTests {
    private static func playlist(_ run: PlaylistRun, _ path: String) throws -> MediaPlaylist {
        guard case .media(let playlist) = try Playlist.parse(try #require(run.text(path))).playlist else {
            throw StageError(.damagedInput, "not a media playlist")
        }
        return playlist
    }

    private static func sessionKeys(_ run: PlaylistRun) throws -> [String] {
        guard case .multivariant(let playlist) = try Playlist.parse(try #require(run.text("index.m3u8"))).playlist
        else { throw StageError(.damagedInput, "not a multivariant playlist") }
        return playlist.sessionKeys.map(\.uri)
    }

    @Test func restartContinuesTheKeysOfEachSegment() throws {
        for method in [SegmentProtection.Method.aes128, .cbcs, .cenc] {
            func begin(_ run: inout PlaylistRun) throws -> (ProtectedSegments, ProtectedSegments) {
                var (video, audio) = (ProtectedSegments(.video(), method), ProtectedSegments(.audio(), method))
                for _ in 0..<2 {
                    try run.send(video.beginPeriod(), audio.beginPeriod(), video.next(), audio.next(), video.next())
                    try run.send(audio.next())
                }
                return (video, audio)
            }
            var whole = try PlaylistRun { $0.type = .live }
            var (video, audio) = try begin(&whole)
            try whole.send(video.next(), audio.next(), video.beginPeriod(), audio.beginPeriod(), video.next())
            try whole.send(audio.next())

            var first = try PlaylistRun { $0.type = .live }
            _ = try begin(&first)
            var second = try PlaylistRun { $0.type = .live }
            try second.request(.resume(first.resumption()))
            (video, audio) = (ProtectedSegments(.video(), method), ProtectedSegments(.audio(), method))
            video.resume(at: .seconds(24))
            audio.resume(at: .seconds(24))
            try second.send(video.beginPeriod(1), audio.beginPeriod(1), video.next(), audio.next())
            try second.send(video.beginPeriod(), audio.beginPeriod(), video.next(), audio.next())
            for path in ["video/playlist.m3u8", "audio/playlist.m3u8", "video/iframes.m3u8"]
            where method != .aes128 || path != "video/iframes.m3u8" {
                let (expected, found) = (try Self.playlist(whole, path), try Self.playlist(second, path))
                #expect(found.segments.map(\.keys) == expected.segments.map(\.keys), "\(method) \(path)")
                #expect(found.segments.map(\.initialization) == expected.segments.map(\.initialization))
                let marks = found.segments.indices.filter { found.segments[$0].isDiscontinuity }
                #expect(marks == [4], "only the restart is a discontinuity")
            }
            #expect(try Self.sessionKeys(second).isEmpty && Self.sessionKeys(whole).isEmpty)
            // No key or vector beyond those of the playlists is recorded.
            #expect(!second.records.isEmpty)
        }
    }

    @Test func sessionKeysFollowTheKeysOfALiveWindow() throws {
        var run = try PlaylistRun {
            $0.type = .live
            $0.window = 3
        }
        var (video, audio) = (ProtectedSegments(.video(), .cbcs), ProtectedSegments(.audio(), .cbcs))
        try run.send(video.beginPeriod(), audio.beginPeriod(), video.next(), audio.next())
        let first = [
            "skd://video-0", "data:text/plain;base64,session-video-0", "skd://audio-0",
            "data:text/plain;base64,session-audio-0",
        ]
        #expect(try Self.sessionKeys(run) == first)
        try run.send(video.beginPeriod(), audio.beginPeriod(), video.next(), audio.next())
        #expect(try Self.sessionKeys(run).isEmpty)
        for _ in 0..<2 { try run.send(video.next(), audio.next()) }
        #expect(try Self.sessionKeys(run) == first.map { $0.replacing("-0", with: "-1") })
        // The first sections are removed with the last segments that use them.
        #expect(run.expiring["video/init.mp4"] == .seconds(24) && run.expiring["audio/init.mp4"] == .seconds(24))
        #expect(run.expiring["video/init-2.mp4"] == nil)
        let written = run.paths.count { $0 == "index.m3u8" }
        try run.send(video.next(), audio.next())
        #expect(run.paths.count { $0 == "index.m3u8" } == written)
    }

    @Test func recordsContainTheURIsOfTheSession() throws {
        let rendition = ScriptedSegments.video().rendition
        let protection = ProtectedSegments.protection(.cbcs, 3, rendition)
        var entry = MediaSegment(uri: "a.m4s", duration: .seconds(6))
        entry.keys = [
            EncryptionKey(method: .sampleAES, uri: "skd://video-3", keyFormat: "f", keyFormatVersions: [1]),
            EncryptionKey(method: .sampleAES, uri: "data:3", keyFormat: "g", keyFormatVersions: [1, 2]),
        ]
        entry.keys[1].keyIdentifier = protection.keyIdentifiers[0]
        var segment = ListedSegment(entry, hasFile: true, byteCount: 5)
        segment.sessionURIs = ["skd://session", "data:4"]
        let restored = try #require(ListedSegment(record: segment.recordBytes))
        #expect(restored == segment)
        #expect(restored.sessionKeys.map(\.uri) == ["skd://session", "data:4"])
    }

    @Test(arguments: [
        ("key.bin", "video/p.m3u8", "video/key.bin"), ("../keys/k", "video/p.m3u8", "keys/k"),
        ("../k", "p.m3u8", "../k"), ("https://a/k", "video/p.m3u8", "https://a/k"), ("/k", "video/p.m3u8", "/k"),
        ("skd://k", "video/p.m3u8", "skd://k"), ("../k", "https://a.example/video/p.m3u8", "https://a.example/k"),
        ("../../k", "https://a.example/video/p.m3u8", "https://a.example/../k"),
        ("../k", "{$cdn}/p.m3u8", "{$cdn}/../k"), ("k?a=b:c", "v/p.m3u8", "v/k?a=b:c"),
    ])
    func relativeURIsRemainValidInTheMultivariantPlaylist(uri: String, playlist: String, expected: String) {
        let video = PresentationRendition.Video(
            codec: "avc1", resolution: PixelSize(width: 2, height: 2), frameRate: nil, range: .sdr)
        var rendition = PresentationRendition(
            uri: playlist, bandwidth: Bandwidth(peak: 1, average: 1), video: video, audio: [])
        rendition.sessionKeys = [EncryptionKey(method: .aes128, uri: uri)]
        let presentation = Presentation(renditions: [rendition, rendition], hasIndependentSegments: true)
        #expect(presentation.playlist.sessionKeys.map(\.uri) == [expected])
    }
}
