import AssetDownloading
import Foundation
import Glibc
import ScriptedOrigin
import Testing

/// Properties of downloads that are read from their folders.
@Suite(.timeLimit(.minutes(1))) struct StoredDownloadTests {
    private let origin: LocalOrigin
    private let folder = DownloadFolder()

    init() throws {
        origin = try LocalOrigin()
        for index in 0..<3 { try origin.put("\(index).ts", noise(1000, seed: UInt64(index))) }
        try origin.putPlaylist("index.m3u8", (0..<3).map { "\($0).ts" })
    }

    private var url: String { "\(origin.base)/index.m3u8" }
    private var only: StoredAssetDownload {
        get throws {
            let all = try StoredAssetDownload.all(in: folder.url)
            #expect(all.count == 1)
            return try #require(all.first)
        }
    }

    private func state(_ name: String) -> URL { folder.url.appending(path: ".sluice-download/\(name)") }

    @Test func storedDownloadHasTitleAndArtwork() async throws {
        let artwork = Data([0x89, 0x50, 0x4e, 0x47, 1])
        _ = try await download(url, to: folder) { configuration in
            configuration.title = "Ein Film: \"Größe\""
            configuration.artworkData = artwork
        }
        let stored = try only
        #expect(stored.title == "Ein Film: \"Größe\"" && stored.artwork == "artwork.png")
        #expect(stored.state == .complete && stored.bytes == 3000 && stored.index == "index.m3u8")
        // A later run without artwork keeps the stored one.
        _ = try await download(url, to: folder) { $0.title = "another" }
        #expect(try only.title == "another" && only.artwork == "artwork.png")
    }

    @Test func failedDownloadIsIncompleteAndHasATitle() async throws {
        try origin.putPlaylist("index.m3u8", ["0.ts", "missing.ts"])
        #expect(await failure(url, to: folder) != nil)
        let stored = try only
        #expect(stored.title == "a title" && stored.state == .incomplete && stored.index == nil)
    }

    @Test func missingMediaMakeADownloadIncomplete() async throws {
        _ = try await download(url, to: folder)
        try FileManager.default.removeItem(at: folder.url.appending(path: "media/00001.ts"))
        #expect(try only.state == .incomplete)
    }

    @Test func folderInUseIsRunning() async throws {
        _ = try await download(url, to: folder)
        let store = try DownloadStore(path: folder.path)
        #expect(try only.state == .running)
        store.release()
        #expect(try only.state == .complete)
    }

    @Test(arguments: ["", "sluice-downlo", "\0\0\0\0", "{}\n"]) func downloadWithDamagedJournalIsListed(text: String)
        async throws
    {
        _ = try await download(url, to: folder)
        try Data(text.utf8).write(to: state("journal"))
        let stored = try only
        #expect(stored.state == .damaged && stored.title == "a title" && stored.bytes == 3000)
    }

    @Test func damagedLinesCountAsMissing() async throws {
        _ = try await download(url, to: folder)
        let handle = try FileHandle(forWritingTo: state("journal"))
        try handle.truncate(atOffset: 60)
        try handle.close()
        #expect(try only.bytes < 3000)
    }

    @Test(arguments: ["", "{", "[1]", "{\"title\": 7}"]) func damagedDescriptionHasNoTitle(
        text: String
    ) async throws {
        _ = try await download(url, to: folder)
        try Data(text.utf8).write(to: state("description.json"))
        #expect(try only.title == nil && only.state == .complete)
    }

    @Test func pipesAndLinksAreNotFollowed() async throws {
        _ = try await download(url, to: folder)
        for name in ["journal", "description.json"] {
            try FileManager.default.removeItem(at: state(name))
            #expect(mkfifo(state(name).path, 0o600) == 0)
        }
        #expect(try only.state == .damaged)
        try FileManager.default.createSymbolicLink(
            at: folder.url.appending(path: "loop"), withDestinationURL: folder.url)
        #expect(try only.title == nil)
    }

    @Test func downloadsBelowAFolderAreFoundByPath() async throws {
        for name in ["b", "a/deep"] {
            var configuration = AssetDownloadConfiguration(
                asset: URLAsset(url: try #require(URL(string: url))), title: name)
            configuration.keepsKeys = false
            let task = AssetDownloadSession(settings: .hasty).makeAssetDownloadTask(
                downloadConfiguration: configuration, to: folder.url.appending(path: name))
            task.resume()
            _ = try await task.value()
        }
        #expect(try StoredAssetDownload.all(in: folder.url).map(\.title) == ["a/deep", "b"])
    }

    @Test func missingFolderIsAnError() {
        #expect(throws: AssetDownloadError.self) { try StoredAssetDownload.all(in: folder.url) }
        #expect(!FileManager.default.fileExists(atPath: folder.path))
    }
}
