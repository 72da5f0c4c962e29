import AssetDownloading
import Foundation
import HTTPClient
import ScriptedOrigin
import Testing

/// The playlists for a demuxer without address checks: they contain no references from a public page to private
/// networks.
@Suite(.timeLimit(.minutes(1))) struct ReducedPresentationTests {
    private let origin: LocalOrigin
    private let folder = DownloadFolder()

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

    private func put(
        _ path: String, isTrusted: Bool = false, settings: DownloadSettings
    ) async throws(AssetDownloadError) -> String {
        let url = URL(string: "\(origin.base)/\(path)")!
        let place = try await ReducedPresentation.prepare(
            AssetDownloadConfiguration(asset: URLAsset(url: url), title: ""), into: folder.url, isTrusted: isTrusted,
            settings: settings)
        return (try? String(contentsOf: place.url, encoding: .utf8)) ?? ""
    }

    private func problem(_ path: String) async -> AssetDownloadError? {
        do throws(AssetDownloadError) {
            _ = try await put(path, settings: outside)
            return nil
        } catch {
            return error
        }
    }

    private var inwards: String { "http%3A%2F%2F127.0.0.2%3A\(origin.port)%2F\(origin.site)%2Fb.ts" }

    @Test func remotePresentationIsFetchedFirst() async throws {
        try origin.putPlaylist("media.m3u8", ["a.ts", "b.ts"])
        try origin.put("index.m3u8", "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1000\nmedia.m3u8\n")
        let text = try await put("index.m3u8", settings: outside)
        #expect(text.contains("video/playlist.m3u8"))
        #expect(!(text + folder.text("video/playlist.m3u8")).contains("http"))
        #expect(folder.bytes("video/00000.ts") == noise(1000))
    }

    @Test func segmentRedirectedToThisMachineIsNotRequested() async throws {
        try origin.putPlaylist("index.m3u8", ["a.ts", "to?url=\(inwards)"])
        #expect(await problem("index.m3u8")?.kind == .refused)
        #expect(origin.count("/b.ts") == 0)
    }

    @Test func segmentOnNearerServerIsNotRequested() async throws {
        try origin.putPlaylist("index.m3u8", ["http://127.0.0.2:\(origin.port)/\(origin.site)/b.ts"])
        #expect(await problem("index.m3u8")?.kind == .refused)
        #expect(origin.count("/b.ts") == 0)
    }

    @Test func remoteLivePresentationIsRejectedWithHint() async throws {
        let error = await problem("live")
        #expect(error?.kind == .unbounded)
        #expect(error?.message.contains("is live and on the public internet") == true)
        #expect(error?.message.contains("'trusted: true'") == true)
        #expect(origin.count("/live") == 1)
    }

    @Test func keyWithNoStoreIsRejectedWithHint() async throws {
        try origin.put("a.key", noise(16))
        // Segments encrypted with AES-128 are multiples of the block size.
        try origin.put("a.ts", noise(1008))
        try origin.putPlaylist("index.m3u8", ["a.ts"], head: "#EXT-X-KEY:METHOD=AES-128,URI=\"nostore/a.key\"\n")
        let error = await problem("index.m3u8")
        #expect(error?.kind == .refused)
        #expect(error?.message.contains("forbids storing a key") == true)
    }

    @Test(arguments: [true, false])
    func trustedAndLocalServersAreReadDirectly(isTrusted: Bool) async throws {
        let text = try await put("live", isTrusted: isTrusted, settings: isTrusted ? outside : .hasty)
        #expect(text.contains("\nmedia/playlist.m3u8\n"))
        #expect(folder.files == ["index.m3u8", "media/playlist.m3u8"])
        #expect(folder.text("media/playlist.m3u8").contains("\(origin.base)/any/"))
    }
}
