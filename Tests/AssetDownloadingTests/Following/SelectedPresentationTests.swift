import AssetDownloading
import Foundation
import HLS
import HTTPClient
import ScriptedOrigin
import Testing

/// The playlists and media of presentations that are read: references do not lead from a public page to private networks.
@Suite(.timeLimit(.minutes(1))) struct SelectedPresentationTests {
    private let origin: LocalOrigin

    init() throws {
        origin = try LocalOrigin()
        for name in ["a.ts", "b.ts"] { try origin.put(name, noise(1000)) }
    }

    /// Settings that treat the server as a public one.
    private var outside: DownloadSettings {
        var settings = DownloadSettings.hasty
        settings.requests.table.exceptions = [IPAddress("127.0.0.1")!: .anywhere]
        return settings
    }

    private func select(
        _ path: String, isTrusted: Bool = false
    ) async throws(AssetDownloadError) -> SelectedPresentation {
        let url = URL(string: path.contains("://") ? path : "\(origin.base)/\(path)")!
        return try await SelectedPresentation.select(
            AssetDownloadConfiguration(asset: URLAsset(url: url), title: ""), isTrusted: isTrusted, settings: outside)
    }

    /// Reads the segments of the variant as far as its playlist lists them.
    private func read(_ path: String, isTrusted: Bool = false) async throws(AssetDownloadError) -> [[UInt8]] {
        let presentation = try await select(path, isTrusted: isTrusted)
        let loaded = try await presentation.source.load(presentation.streams[0].url)
        var contents: [[UInt8]] = []
        for segment in loaded.playlist.segments {
            let url = try loaded.absolute(segment.uri, isKey: false)
            let resource = try await presentation.source.load(url, range: segment.byteRange, limit: 1 << 20)
            contents.append(resource.bytes.bytes)
        }
        return contents
    }

    private func problem(_ path: String) async -> AssetDownloadError? {
        do throws(AssetDownloadError) {
            _ = try await read(path)
            return nil
        } catch {
            return error
        }
    }

    @Test func segmentsAreLoadedInOrder() async throws {
        try origin.putPlaylist("media.m3u8", ["a.ts", "b.ts"])
        try origin.put("index.m3u8", "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1000\nmedia.m3u8\n")
        #expect(try await read("index.m3u8") == [noise(1000), noise(1000)])
    }

    @Test func mediaPlaylistIsRequestedOnce() async throws {
        try origin.putPlaylist("index.m3u8", ["a.ts"])
        #expect(try await read("index.m3u8") == [noise(1000)])
        #expect(origin.count("/index.m3u8") == 1)
    }

    @Test func segmentRedirectedToThisMachineIsNotRequested() async throws {
        let inwards = "http%3A%2F%2F127.0.0.2%3A\(origin.port)%2F\(origin.site)%2Fb.ts"
        try origin.putPlaylist("index.m3u8", ["a.ts", "to?url=\(inwards)"])
        #expect(await problem("index.m3u8")?.kind == .refused)
        #expect(origin.count("/b.ts") == 0)
    }

    @Test func segmentOnNearerServerIsRequestedFromTrustedServersOnly() async throws {
        try origin.putPlaylist("index.m3u8", ["http://127.0.0.2:\(origin.port)/\(origin.site)/b.ts"])
        #expect(await problem("index.m3u8")?.kind == .refused)
        #expect(origin.count("/b.ts") == 0)
        #expect(try await read("index.m3u8", isTrusted: true) == [noise(1000)])
    }

    @Test func referencesToFilesAreRefused() async throws {
        try origin.putPlaylist("index.m3u8", ["file:///etc/passwd"])
        #expect(await problem("index.m3u8")?.message.contains("only http: and https: URLs are read") == true)
    }

    @Test func playlistInAFileReferencesFilesAndRanges() async throws {
        try origin.put("index.m3u8", "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n#EXT-X-BYTERANGE:10@20\na.ts\n")
        let url = origin.folder.appending(path: "index.m3u8")
        #expect(try await read(url.absoluteString) == [Array(noise(1000)[20..<30])])
    }

    @Test func unselectedRenditionsAreNamed() async throws {
        try origin.put(
            "index.m3u8",
            """
            #EXTM3U
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English",DEFAULT=YES,URI="en.m3u8"
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="Deutsch",URI="de.m3u8"
            #EXT-X-STREAM-INF:BANDWIDTH=1000,AUDIO="a"
            video.m3u8

            """)
        let presentation = try await select("index.m3u8")
        #expect(presentation.streams.map { $0.rendition?.name } == [nil, "English"])
        #expect(presentation.streams.map(\.url) == ["video.m3u8", "en.m3u8"].map { "\(origin.base)/\($0)" })
        #expect(presentation.omitted.map(\.name) == ["Deutsch"])
    }
}
