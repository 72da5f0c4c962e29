import PackagingStages
import HLS
import Media
import StageKit
import Testing

@Suite struct ImagePlaylistTests {
    private let grid = ThumbnailGrid(
        tileSize: PixelSize(width: 160, height: 90), columns: 2, rows: 2, tileDuration: .seconds(5),
        contentType: "image/jpeg")

    private func image(_ index: Int, count: Int = 4, lasting seconds: Int64 = 20) -> Segment {
        var rendition = Rendition(id: "thumbs", tracks: [], interval: .seconds(20))
        rendition.images = grid
        let track = SegmentReport.TrackReport(
            trackID: Track.ID(rawValue: 9), mediaType: .video, earliestPresentationTime: .seconds(Int64(index) * 20),
            duration: .seconds(seconds), sampleCount: count)
        return Segment(
            rendition: rendition, kind: .separable, index: index, data: ByteRope([UInt8](repeating: 1, count: 4000)),
            report: SegmentReport(kind: .separable, tracks: [track]))
    }

    private func finished(_ type: HLSPlaylist.PlaylistKind, images: Int) throws -> PlaylistRun {
        var run = try PlaylistRun {
            $0.type = type
            $0.window = 3
        }
        var video = ScriptedSegments.video()
        try run.send(video.initialization(), video.next(at: .zero, lasting: .seconds(6)))
        for index in 0..<images { try run.send(image(index)) }
        try run.send(image(images, count: 3, lasting: 13))
        try run.finish()
        return run
    }

    @Test func imagesAreListedWithTheirTiles() throws {
        let run = try finished(.vod, images: 1)
        let text = try #require(run.text("thumbs/playlist.m3u8"))
        #expect(text.contains("#EXT-X-TARGETDURATION:20\n"))
        #expect(
            text.contains(
                "#EXT-X-IMAGES-ONLY\n#EXTINF:20.000000,\n#EXT-X-TILES:RESOLUTION=160x90,LAYOUT=2x2,DURATION=5\nimage-00001.jpg\n"
            ))
        #expect(text.contains("#EXTINF:13.000000,\n"))
        #expect(text.hasSuffix("#EXT-X-ENDLIST\n"))
        #expect(run.text("index.m3u8")?.contains("#EXT-X-IMAGE-STREAM-INF:BANDWIDTH=") == true)
    }

    @Test func mapListsPositionOfEveryThumbnail() throws {
        let map = try #require(try finished(.vod, images: 1).text("thumbs/thumbnails.vtt"))
        #expect(map.hasPrefix("WEBVTT\n\n00:00:00.000 --> 00:00:05.000\nimage-00001.jpg#xywh=0,0,160,90\n"))
        #expect(map.contains("00:00:15.000 --> 00:00:20.000\nimage-00001.jpg#xywh=160,90,160,90\n"))
        #expect(map.hasSuffix("00:00:30.000 --> 00:00:33.000\nimage-00002.jpg#xywh=0,90,160,90\n"))
    }

    @Test func livePlaylistRemovesImages() throws {
        let run = try finished(.live, images: 5)
        let text = try #require(run.text("thumbs/playlist.m3u8"))
        #expect(!text.contains("image-00001.jpg") && text.contains("image-00006.jpg"))
        #expect(text.contains("#EXT-X-IMAGES-ONLY"))
        let removed = run.resources.filter {
            if case .remove = $0.action { return $0.path.hasPrefix("thumbs/") }
            return false
        }
        #expect(removed.map(\.path).prefix(2) == ["thumbs/image-00001.jpg", "thumbs/image-00002.jpg"])
        #expect(run.text("index.m3u8")?.contains("EXT-X-IMAGE-STREAM-INF") == true)
    }

    @Test func everyPlaylistIsReadBack() throws {
        let run = try finished(.vod, images: 3)
        for path in ["index.m3u8", "thumbs/playlist.m3u8"] {
            let text = try #require(run.text(path))
            #expect(throws: Never.self) { try Playlist.parse(text) }
        }
    }
}
