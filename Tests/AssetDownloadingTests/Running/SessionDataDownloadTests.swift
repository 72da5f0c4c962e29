import AssetDownloading
import Foundation
import HTTPClient
import ScriptedOrigin
import Testing

/// Metadata of a presentation in downloads, and chapters of presentations that are read.
@Suite(.timeLimit(.minutes(1))) struct SessionDataDownloadTests {
    private let origin: LocalOrigin
    private let folder = DownloadFolder()
    private static let chapters = #"[{"chapter":1,"start-time":0,"titles":[]}]"#

    init() throws {
        origin = try LocalOrigin()
        try origin.put("a.ts", noise(1000))
        try origin.putPlaylist("media.m3u8", ["a.ts"])
        try origin.put("chapters.json", Self.chapters)
    }

    private func put(_ tags: String) throws {
        try origin.put("index.m3u8", "#EXTM3U\n\(tags)#EXT-X-STREAM-INF:BANDWIDTH=1000\nmedia.m3u8\n")
    }

    private func tag(_ id: String, _ uri: String, _ rest: String = "") -> String {
        "#EXT-X-SESSION-DATA:DATA-ID=\"\(id)\",URI=\"\(uri)\"\(rest)\n"
    }

    @Test func metadataIsStored() async throws {
        try origin.put("data.bin", noise(5000))
        try put(
            "#EXT-X-SESSION-DATA:DATA-ID=\"title\",VALUE=\"A title\"\n" + tag("com.apple.hls.chapters", "chapters.json")
                + tag("raw", "data.bin", ",FORMAT=RAW"))
        let done = try await download("\(origin.base)/index.m3u8", to: folder)
        #expect(done.warnings == [] && done.bytes == 1000 + 5000 + Self.chapters.utf8.count)
        #expect(
            folder.files == [
                "index.m3u8", "session-data/1.json", "session-data/2.bin", "video/00000.ts", "video/playlist.m3u8",
            ])
        #expect(
            folder.text("session-data/1.json") == Self.chapters && folder.bytes("session-data/2.bin") == noise(5000))
        let text = folder.text("index.m3u8")
        #expect(text.contains("DATA-ID=\"title\",VALUE=\"A title\"") && text.contains("URI=\"session-data/1.json\""))
        #expect(text.contains("URI=\"session-data/2.bin\",FORMAT=RAW"))
    }

    /// The media are complete without it.
    @Test func metadataThatCannotBeLoadedIsLeftOut() async throws {
        try origin.put("large.json", noise(2 << 20))
        try put(
            tag("missing", "missing.json") + tag("large", "large.json") + tag("local", "file:///etc/passwd")
                + tag("com.apple.hls.chapters", "chapters.json"))
        let done = try await download("\(origin.base)/index.m3u8", to: folder)
        #expect(done.warnings.count == 3 && done.warnings.allSatisfy { $0.hasPrefix("left out: metadata") })
        #expect(done.warnings.joined().contains("'local'"))
        let text = folder.text("index.m3u8")
        #expect(!text.contains("missing") && !text.contains("large") && !text.contains("passwd"))
        #expect(text.contains("com.apple.hls.chapters") && folder.text("session-data/3.json") == Self.chapters)
    }

    /// The chapters of presentations on this machine, of remote ones, and in files.
    @Test(arguments: [false, true]) func chaptersOfSelectedPresentationsAreRead(isOutside: Bool) async throws {
        try put(tag("com.apple.hls.chapters", "chapters.json"))
        var settings = DownloadSettings.hasty
        if isOutside { settings.requests.table.exceptions = [IPAddress("127.0.0.1")!: .anywhere] }
        func chapters(of url: URL) async throws -> String? {
            let found = try await SelectedPresentation.select(
                AssetDownloadConfiguration(asset: URLAsset(url: url), title: ""), isTrusted: false, settings: settings)
            return try await found.loadChapters().map { String(decoding: try $0.get(), as: UTF8.self) }
        }
        let url = try #require(URL(string: "\(origin.base)/index.m3u8"))
        #expect(try await chapters(of: url) == Self.chapters)
        _ = try await download(url.absoluteString, to: folder, settings: settings)
        #expect(try await chapters(of: folder.url.appending(path: "index.m3u8")) == Self.chapters)
        try put(tag("com.apple.hls.chapters", "missing.json"))
        await #expect(throws: AssetDownloadError.self) { try await chapters(of: url) }
        try put("")
        #expect(try await chapters(of: url) == nil)
    }

    @Test func emptyFoldersAreRemovedOnRequest() async throws {
        let configuration = AssetDownloadConfiguration(
            asset: URLAsset(url: try #require(URL(string: "\(origin.base)/missing.m3u8"))), title: "")
        for isRemoved in [false, true] {
            let place = folder.url.appending(path: "new/\(isRemoved)")
            let task = AssetDownloadSession(settings: .hasty).makeAssetDownloadTask(
                downloadConfiguration: configuration, to: place)
            if isRemoved { task.removeFolderIfEmpty() }
            task.resume()
            await #expect(throws: AssetDownloadError.self) { try await task.value() }
            #expect(FileManager.default.fileExists(atPath: place.path) == !isRemoved)
            #expect(task.hasRemovedFolder == isRemoved)
        }
    }

    @Test func foldersWithContentAreKept() async throws {
        try origin.putPlaylist("media.m3u8", ["a.ts", "missing.ts"])
        try put("")
        let task = AssetDownloadSession(settings: .hasty).makeAssetDownloadTask(
            downloadConfiguration: AssetDownloadConfiguration(
                asset: URLAsset(url: try #require(URL(string: "\(origin.base)/index.m3u8"))), title: ""), to: folder.url
        )
        task.removeFolderIfEmpty()
        task.resume()
        await #expect(throws: AssetDownloadError.self) { try await task.value() }
        #expect(FileManager.default.fileExists(atPath: folder.path))
    }
}
