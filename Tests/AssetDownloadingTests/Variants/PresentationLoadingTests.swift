import AssetDownloading
import Foundation
import ScriptedOrigin
import Testing

/// Presentations of assets, loaded from a real server.
@Suite(.timeLimit(.minutes(1))) struct PresentationLoadingTests {
    private let origin: LocalOrigin
    private static let master = """
        #EXTM3U
        #EXT-X-STREAM-INF:BANDWIDTH=3000000,CODECS="avc1.64001f",RESOLUTION=1280x720
        sd/index.m3u8
        #EXT-X-STREAM-INF:BANDWIDTH=9000000,CODECS="avc1.640028",RESOLUTION=1920x1080
        /hd.m3u8

        """

    init() throws {
        origin = try LocalOrigin()
        try origin.put("shows/master.m3u8", Self.master)
    }

    private func asset(_ path: String) throws -> URLAsset {
        URLAsset(url: try #require(URL(string: "\(origin.base)/\(path)")))
    }

    @Test func variantURLsAreResolvedAgainstThePlaylist() async throws {
        let variants = try await asset("shows/master.m3u8").variants
        #expect(variants.map(\.peakBitRate) == [3_000_000, 9_000_000])
        #expect(
            variants.map { $0.url?.absoluteString } == [
                "\(origin.base)/shows/sd/index.m3u8", "http://127.0.0.1:\(origin.port)/hd.m3u8",
            ])
        #expect(origin.log.map { $0[0] } == ["/shows/master.m3u8"])
    }

    @Test func variantURLsAreResolvedAfterARedirect() async throws {
        let place = "%2F\(origin.site)%2Fshows%2Fmaster.m3u8"
        let variants = try await asset("to?url=\(place)").variants
        #expect(variants.first?.url?.absoluteString == "\(origin.base)/shows/sd/index.m3u8")
    }

    @Test func missingPlaylistIsReportedWithStatus() async throws {
        let asset = try asset("none.m3u8")
        let error = await #expect(throws: AssetDownloadError.self) { _ = try await asset.variants }
        #expect(error?.kind == .status(404))
    }

    @Test func malformedPlaylistIsReportedWithLine() async throws {
        try origin.put("bad.m3u8", "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=fast\na.m3u8\n")
        let asset = try asset("bad.m3u8")
        let error = await #expect(throws: AssetInspectionError.self) { _ = try await asset.variants }
        #expect(error?.line == 2)
    }

    @Test func redirectLoopIsRejected() async throws {
        let asset = try asset("loop/0")
        let error = await #expect(throws: AssetDownloadError.self) { _ = try await asset.variants }
        #expect(error?.kind == .refused)
    }
}
