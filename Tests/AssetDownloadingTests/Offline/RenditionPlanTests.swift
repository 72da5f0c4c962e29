import AssetDownloading
import HLS
import HTTPClient
import Media
import Testing

@Suite struct RenditionPlanTests {
    private let base = WebURL("http://a.example/v/index.m3u8")!

    private func media(_ text: String) throws -> MediaPlaylist {
        guard case .media(let playlist) = try Playlist.parse("#EXTM3U\n#EXT-X-TARGETDURATION:4\n" + text).playlist
        else {
            throw AssetDownloadError(.malformed, "not a media playlist")
        }
        return playlist
    }

    private func plan(keepsKeys: Bool = true) -> DownloadPlan { DownloadPlan(media: base, keepsKeys: keepsKeys) }

    @Test func localPlaylistReferencesLocalFiles() throws {
        var plan = plan()
        let items = try plan.merge(
            try media(
                """
                #EXT-X-MEDIA-SEQUENCE:7
                #EXT-X-MAP:URI="init.mp4"
                #EXT-X-PROGRAM-DATE-TIME:2021-06-07T10:00:00.000Z
                #EXTINF:4.000000,one
                https://b.example/a.m4s?token=1
                #EXT-X-DISCONTINUITY
                #EXTINF:3.500000,
                c.m4s
                #EXT-X-ENDLIST

                """), of: 0, from: base)
        #expect(
            items.map(\.url.description) == [
                "http://a.example/v/init.mp4", "https://b.example/a.m4s?token=1", "http://a.example/v/c.m4s",
            ])
        #expect(plan.playlists.map(\.path) == ["index.m3u8"])
        #expect(
            plan.playlists[0].text == """
                #EXTM3U
                #EXT-X-VERSION:6
                #EXT-X-TARGETDURATION:4
                #EXT-X-MEDIA-SEQUENCE:7
                #EXT-X-PLAYLIST-TYPE:VOD
                #EXT-X-MAP:URI="media/init-00007.mp4"
                #EXT-X-PROGRAM-DATE-TIME:2021-06-07T10:00:00.000+00:00
                #EXTINF:4.000000,one
                media/00007.m4s
                #EXT-X-DISCONTINUITY
                #EXTINF:3.500000,
                media/00008.m4s
                #EXT-X-ENDLIST

                """)
    }

    @Test func tablesBeforeIFramesAreFetchedWithoutMap() throws {
        let frames = """
            #EXT-X-I-FRAMES-ONLY
            #EXTINF:4,
            #EXT-X-BYTERANGE:1000@9000
            a.ts
            #EXTINF:4,
            #EXT-X-BYTERANGE:1000@376
            a.ts
            #EXTINF:4,
            #EXT-X-BYTERANGE:1000@0
            b.ts
            #EXT-X-ENDLIST

            """
        var plan = plan()
        let items = try plan.merge(try media(frames), of: 0, from: base)
        #expect(
            items.compactMap { $0.range.map { "\($0)" } } == ["1000@9000", "376@0", "1000@376", "1000@0"], "\(items)")
        #expect(Set(items.filter { $0.url.description.hasSuffix("a.ts") }.map(\.place.path)).count == 1)
        var mapped = self.plan()
        let map = "#EXT-X-MAP:URI=\"a.ts\",BYTERANGE=\"376@0\"\n"
        #expect(try mapped.merge(try media(map + frames), of: 0, from: base).count == 4)
    }

    @Test func interstitialsAreRemoved() throws {
        var plan = plan()
        let start = "START-DATE=\"2026-01-01T00:00:00Z\""
        _ = try plan.merge(
            try media(
                """
                #EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z
                #EXT-X-DATERANGE:ID="ad",CLASS="com.apple.hls.interstitial",\(start),X-ASSET-LIST="ads.json"
                #EXT-X-DATERANGE:ID="note",CLASS="com.example",\(start),X-TEXT="a"
                #EXTINF:4,
                a.ts
                #EXT-X-ENDLIST

                """), of: 0, from: base)
        #expect(plan.renditions[0].playlist.segments[0].dateRanges.map(\.id) == ["note"])
        #expect(plan.omissions.count == 1 && plan.omissions[0].hasPrefix("left out: 1 interstitial of '\(base)'"))
    }

    @Test func transportStreamMapKeepsItsExtension() throws {
        var plan = plan()
        let items = try plan.merge(
            try media(
                """
                #EXT-X-MAP:URI="main.ts",BYTERANGE="376@0"
                #EXTINF:4,
                #EXT-X-BYTERANGE:1000@376
                main.ts
                #EXT-X-ENDLIST

                """), of: 0, from: base)
        #expect(Set(items.map(\.place.path)).count == 1 && items.allSatisfy { $0.place.path.hasSuffix(".ts") })
    }

    @Test func growingPlaylistIsMergedOnce() throws {
        var plan = plan()
        let first = "#EXTINF:4,\na.ts\n#EXTINF:4,\nb.ts\n"
        #expect(try plan.merge(try media(first), of: 0, from: base).count == 2)
        #expect(try plan.merge(try media(first), of: 0, from: base).isEmpty)
        #expect(!plan.isComplete)
        #expect(try plan.merge(try media(first + "#EXTINF:4,\nc.ts\n#EXT-X-ENDLIST\n"), of: 0, from: base).count == 1)
        #expect(plan.isComplete)
        #expect(plan.renditions[0].playlist.segments.count == 3)
    }

    @Test func lostSegmentsBecomeADiscontinuity() throws {
        var plan = plan()
        let key = "#EXT-X-KEY:METHOD=AES-128,URI=\"k\"\n"
        _ = try plan.merge(try media("\(key)#EXTINF:4,\na.ts\n"), of: 0, from: base)
        _ = try plan.merge(try media("#EXT-X-MEDIA-SEQUENCE:5\n\(key)#EXTINF:4,\nf.ts\n"), of: 0, from: base)
        let segments = plan.renditions[0].playlist.segments
        #expect(plan.renditions[0].lostCount == 4)
        #expect(segments[1].isDiscontinuity)
        #expect(segments[0].keys.first?.initializationVector == nil)
        #expect(segments[1].keys.first?.initializationVector == [UInt8](repeating: 0, count: 15) + [5])
    }

    @Test func keysAreStoredOnlyIfConfigured() throws {
        let text = "#EXT-X-KEY:METHOD=AES-128,URI=\"k.bin\"\n#EXTINF:4,\na.ts\n#EXT-X-ENDLIST\n"
        var keeping = plan()
        #expect(try keeping.merge(try media(text), of: 0, from: base).map(\.place.path).contains("media/key-00000.ts"))
        #expect(keeping.playlists[0].text.contains("URI=\"media/key-00000.ts\""))
        var leaving = plan(keepsKeys: false)
        #expect(try leaving.merge(try media(text), of: 0, from: base).count == 1)
        #expect(leaving.playlists[0].text.contains("URI=\"http://a.example/v/k.bin\""))
    }

    @Test func licenceServerKeysAreNotFetched() throws {
        var plan = plan()
        let key = "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"skd://1\",KEYFORMAT=\"com.apple.streamingkeydelivery\"\n"
        let items = try plan.merge(try media("\(key)#EXTINF:4,\na.ts\n#EXT-X-ENDLIST\n"), of: 0, from: base)
        #expect(items.count == 1)
        #expect(plan.playlists[0].text.contains("URI=\"skd://1\""))
        #expect(plan.licensedFormats == ["com.apple.streamingkeydelivery"])
    }

    @Test(arguments: [
        "file:///etc/passwd", "ftp://a.example/b.ts", "rtsp://a.example/b",
    ])
    func segmentsOutsideHTTPAreRejected(uri: String) throws {
        var plan = plan()
        let playlist = try media("#EXTINF:4,\n\(uri)\n#EXT-X-ENDLIST\n")
        let error = #expect(throws: AssetDownloadError.self) { _ = try plan.merge(playlist, of: 0, from: base) }
        #expect(error?.kind == .refused)
    }

    @Test(arguments: ["file:///etc/passwd", "ftp://a.example/k", "FILE:k"], [true, false])
    func keysOutsideHTTPAreRejected(uri: String, keepsKeys: Bool) throws {
        var plan = plan(keepsKeys: keepsKeys)
        let playlist = try media("#EXT-X-KEY:METHOD=AES-128,URI=\"\(uri)\"\n#EXTINF:4,\na.ts\n#EXT-X-ENDLIST\n")
        let error = #expect(throws: AssetDownloadError.self) { _ = try plan.merge(playlist, of: 0, from: base) }
        #expect(error?.kind == .refused && error?.message.contains("references the key '\(uri)'") == true)
    }

    @Test func keyInDataURLIsUnchanged() throws {
        var plan = plan()
        let key = "#EXT-X-KEY:METHOD=AES-128,URI=\"data:;base64,AAAAAAAAAAAAAAAAAAAAAA==\"\n"
        #expect(try plan.merge(try media("\(key)#EXTINF:4,\na.ts\n#EXT-X-ENDLIST\n"), of: 0, from: base).count == 1)
        #expect(plan.playlists[0].text.contains("data:;base64,"))
    }

    @Test func dataURISegmentsStayInPlaylist() throws {
        var plan = plan()
        let (map, segment) = ("data:video/mp4;base64,AAAA", "Data:video/mp4;base64,BBBB")
        let text = "#EXT-X-MAP:URI=\"\(map)\"\n#EXTINF:4,\n\(segment)\n#EXTINF:4,\nb.m4s\n#EXT-X-ENDLIST\n"
        #expect(try plan.merge(try media(text), of: 0, from: base).count == 1)
        let local = plan.playlists[0].text
        #expect(local.contains("URI=\"\(map)\"\n") && local.contains("\n\(segment)\n"))
    }

    @Test func gapIsNotFetched() throws {
        var plan = plan()
        let items = try plan.merge(
            try media("#EXT-X-GAP\n#EXTINF:4,\nfile:///a\n#EXTINF:4,\nb.ts\n#EXT-X-ENDLIST\n"), of: 0, from: base)
        #expect(items.count == 1)
        #expect(plan.renditions[0].playlist.segments[0].isGap)
    }

    @Test(
        arguments: [
            ("", "a.ts", "ts"), ("", "a.aac", "aac"), ("", "a", "ts"), ("", "file:///a", "ts"),
            ("#EXT-X-MAP:URI=\"i.mp4\"\n", "a.m4s", "m4s"), ("#EXT-X-MAP:URI=\"i.mp4\"\n", "a.bin", "m4s"),
        ])
    func gapHasTheExtensionOfMedia(map: String, uri: String, suffix: String) throws {
        var plan = plan()
        _ = try plan.merge(
            try media("\(map)#EXT-X-GAP\n#EXTINF:4,\n\(uri)\n#EXT-X-ENDLIST\n"), of: 0, from: base)
        #expect(plan.renditions[0].playlist.segments.map(\.uri) == ["gap-00000.\(suffix)"])
    }

    @Test func segmentLimitIsEnforced() throws {
        var limits = DownloadLimits()
        limits.segments = 2
        var plan = DownloadPlan(media: base, limits: limits)
        let playlist = try media("#EXTINF:4,\na\n#EXTINF:4,\nb\n#EXTINF:4,\nc\n#EXT-X-ENDLIST\n")
        let error = #expect(throws: AssetDownloadError.self) { _ = try plan.merge(playlist, of: 0, from: base) }
        #expect(error?.message.contains("more than 2 segments") == true)
    }

    @Test func rangeBeyondTheLimitIsRejected() throws {
        var plan = plan()
        let playlist = try media("#EXTINF:4,\n#EXT-X-BYTERANGE:10@\(Int.max / 2)\na\n#EXT-X-ENDLIST\n")
        #expect(throws: AssetDownloadError.self) { _ = try plan.merge(playlist, of: 0, from: base) }
    }

    @Test func recordingEndsAtItsDuration() throws {
        var plan = plan()
        let playlist = try media((0..<10).map { "#EXTINF:4,\n\($0).ts\n" }.joined())
        #expect(try plan.merge(playlist, of: 0, from: base, until: .seconds(9)).count == 3)
        #expect(plan.isComplete)
    }
}
