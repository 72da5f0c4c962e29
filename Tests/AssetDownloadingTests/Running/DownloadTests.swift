import AssetDownloading
import Foundation
import HTTPClient
import ScriptedOrigin
import Testing

@Suite(.timeLimit(.minutes(1))) struct DownloadTests {
    private let origin: LocalOrigin
    private let folder = DownloadFolder()

    init() throws { origin = try LocalOrigin() }

    @Test func downloadedFolderIsCompleteAndSelfContained() async throws {
        for index in 0..<5 { try origin.put("v/\(index).ts", noise(100_000 + index, seed: UInt64(index))) }
        try origin.putPlaylist("v/index.m3u8", (0..<5).map { "\($0).ts" })
        let done = try await download("\(origin.base)/v/index.m3u8", to: folder)
        #expect(done.bytes == 500_010 && done.fetchedBytes == 500_010 && done.warnings.isEmpty)
        #expect(folder.files == ["index.m3u8"] + (0..<5).map { "media/0000\($0).ts" })
        for index in 0..<5 {
            #expect(folder.bytes("media/0000\(index).ts") == noise(100_000 + index, seed: UInt64(index)))
        }
        #expect(!folder.text("index.m3u8").contains("http"))
    }

    @Test func secondRunFetchesOnlyPlaylists() async throws {
        for index in 0..<5 { try origin.put("\(index).ts", noise(1000, seed: UInt64(index))) }
        try origin.putPlaylist("index.m3u8", (0..<5).map { "\($0).ts" })
        _ = try await download("\(origin.base)/index.m3u8", to: folder)
        let done = try await download("\(origin.base)/index.m3u8", to: folder)
        #expect(done.bytes == 5000 && done.fetchedBytes == 0)
        #expect((0..<5).allSatisfy { origin.count("/\($0).ts") == 1 })
    }

    @Test func onlyDamagedFileIsFetchedAgain() async throws {
        for index in 0..<3 { try origin.put("\(index).ts", noise(1000, seed: UInt64(index))) }
        try origin.putPlaylist("index.m3u8", (0..<3).map { "\($0).ts" })
        _ = try await download("\(origin.base)/index.m3u8", to: folder)
        try Data(noise(1000, seed: 99)).write(to: folder.url.appending(path: "media/00001.ts"))
        let done = try await download("\(origin.base)/index.m3u8", to: folder)
        #expect(done.fetchedBytes == 1000)
        #expect(folder.bytes("media/00001.ts") == noise(1000, seed: 1))
    }

    @Test func rangesAreWrittenAtTheirOffsets() async throws {
        try origin.put("all.mp4", noise(10_000))
        let segments = [(1000, 100), (3000, 1100), (5900, 4100)]
        let text = segments.map { "#EXTINF:1,\n#EXT-X-BYTERANGE:\($0)@\($1)\nall.mp4\n" }.joined()
        try origin.put(
            "index.m3u8",
            "#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:1\n#EXT-X-MAP:URI=\"all.mp4\",BYTERANGE=\"100@0\"\n"
                + text + "#EXT-X-ENDLIST\n")
        let done = try await download("\(origin.base)/index.m3u8", to: folder)
        #expect(done.fetchedBytes == 10_000)
        #expect(folder.bytes("media/00000.mp4") == noise(10_000))
        #expect(folder.text("index.m3u8").contains("#EXT-X-BYTERANGE:3000@1100\nmedia/00000.mp4\n"))
    }

    @Test func rangesAreCutFromCompleteResponses() async throws {
        try origin.put("all.ts", noise(10_000))
        try origin.put(
            "index.m3u8",
            """
            #EXTM3U
            #EXT-X-VERSION:4
            #EXT-X-TARGETDURATION:1
            #EXTINF:1,
            #EXT-X-BYTERANGE:2000@3000
            norange/all.ts
            #EXT-X-ENDLIST

            """)
        _ = try await download("\(origin.base)/index.m3u8", to: folder)
        #expect(folder.bytes("media/00000.ts").suffix(2000).elementsEqual(noise(10_000)[3000..<5000]))
        #expect(folder.bytes("media/00000.ts").count == 5000)
    }

    @Test func interruptedTransferResumes() async throws {
        try origin.put("a.ts", noise(100_000))
        try origin.putPlaylist("index.m3u8", ["cut/a.ts"])
        let done = try await download("\(origin.base)/index.m3u8", to: folder)
        #expect(folder.bytes("media/00000.ts") == noise(100_000))
        #expect(done.fetchedBytes == 100_000)
        #expect(origin.log.filter { $0[0] == "/cut/a.ts" }.map { $0[1] } == ["-", "bytes=50000-"])
    }

    @Test func changedResourceIsFetchedFromTheStart() async throws {
        try origin.put("a.ts", noise(100_000))
        try origin.putPlaylist("index.m3u8", ["changing/a.ts"])
        _ = try await download("\(origin.base)/index.m3u8", to: folder)
        #expect(folder.bytes("media/00000.ts") == noise(100_000))
    }

    @Test func busyServerIsRetried() async throws {
        try origin.put("a.ts", noise(1000))
        try origin.putPlaylist("index.m3u8", ["flaky/4/a.ts"])
        var settings = DownloadSettings.hasty
        settings.requests.policy.attempts = 5
        _ = try await download("\(origin.base)/index.m3u8", to: folder, settings: settings)
        #expect(origin.count("/flaky/4/a.ts") == 5)
    }

    @Test func missingResourceIsReportedWithItsURL() async throws {
        try origin.putPlaylist("index.m3u8", ["none.ts"])
        let error = await failure("\(origin.base)/index.m3u8", to: folder)
        #expect(error?.kind == .status(404))
        #expect(error?.message == "the server responded with status 404 for '\(origin.base)/none.ts'")
        #expect(folder.files.filter { $0.hasSuffix("m3u8") }.isEmpty)
    }

    @Test func eventIsDownloadedToItsEnd() async throws {
        for index in 0..<4 { try origin.put("segment-\(index).ts", noise(100, seed: UInt64(index))) }
        let done = try await download("\(origin.base)/event/4", to: folder)
        #expect(done.files == 4)
        #expect(folder.text("index.m3u8").hasSuffix("media/00003.ts\n#EXT-X-ENDLIST\n"))
        #expect((0..<4).allSatisfy { origin.count("/segment-\($0).ts") == 1 })
    }

    @Test func livePlaylistIsRecordedForTheConfiguredDuration() async throws {
        let done = try await download("\(origin.base)/live", to: folder) { $0.recordingDuration = 7 }
        #expect(done.files == 7 && done.warnings.isEmpty)
        #expect(folder.text("index.m3u8").contains("#EXT-X-ENDLIST"))
    }

    @Test func removedSegmentsAreCountedAsLost() async throws {
        let done = try await download("\(origin.base)/live/5", to: folder) { $0.recordingDuration = 7 }
        #expect(done.warnings.count == 1 && done.warnings[0].hasPrefix("4 segments of"))
        #expect(folder.text("index.m3u8").contains("#EXT-X-DISCONTINUITY"))
    }

    @Test func keysAreStoredPrivatelyUnlessForbidden() async throws {
        try origin.put("k", noise(16))
        try origin.put("a.ts", noise(160))
        let key = { (uri: String) in "#EXT-X-KEY:METHOD=AES-128,URI=\"\(uri)\"\n" }
        try origin.putPlaylist("index.m3u8", ["a.ts"], head: key("k"))
        _ = try await download("\(origin.base)/index.m3u8", to: folder)
        #expect(folder.bytes("media/key-00000.ts") == noise(16))
        let mode = try FileManager.default.attributesOfItem(atPath: folder.path + "/media/key-00000.ts")[
            .posixPermissions]
        #expect(mode as? Int == 0o600)

        let other = DownloadFolder()
        try origin.putPlaylist("other.m3u8", ["a.ts"], head: key("nostore/k"))
        let done = try await download("\(origin.base)/other.m3u8", to: other)
        #expect(other.files == ["index.m3u8", "media/00000.ts"])
        #expect(other.text("index.m3u8").contains("URI=\"\(origin.base)/nostore/k\""))
        #expect(done.warnings.count == 1)
    }

    @Test func keysAreFetchedOnceWithTheCredentialsOfTheAsset() async throws {
        try origin.put("k", noise(16))
        for name in ["a.ts", "b.ts"] { try origin.put(name, noise(160)) }
        // Each segment has its own vector.
        func key(_ uri: String, _ vector: Int) -> String {
            "#EXT-X-KEY:METHOD=AES-128,URI=\"\(uri)\",IV=0x\(String(repeating: "0", count: 31))\(vector)\n"
        }
        func playlist(_ key: String) -> String {
            "#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:1\n\(key)"
        }
        for (name, uri) in [
            ("own", "private/k"), ("other", "http://localhost:\(origin.port)/\(origin.site)/private/k"),
        ] {
            try origin.put(
                "\(name).m3u8",
                playlist(key(uri, 1)) + "#EXTINF:1,\na.ts\n\(key(uri, 2))#EXTINF:1,\nb.ts\n#EXT-X-ENDLIST\n")
        }
        _ = try await download("\(origin.base)/own.m3u8", to: folder) {
            $0.asset.headerFields = ["Authorization: Bearer opensesame"]
        }
        #expect(folder.bytes("media/key-00000.ts") == noise(16) && origin.count("/private/k") == 1)
        let text = folder.text("index.m3u8")
        #expect(text.contains("\(key("media/key-00000.ts", 1))#EXTINF"))
        #expect(text.contains("\(key("media/key-00000.ts", 2))#EXTINF"))
        // Without them, and on another server, to which they are not sent.
        for (name, fields) in [("own", []), ("other", ["Authorization: Bearer opensesame"])] {
            let error = await failure("\(origin.base)/\(name).m3u8", to: DownloadFolder()) {
                $0.asset.headerFields = fields
            }
            #expect(error?.message.contains("401") == true, "\(name): \(String(describing: error))")
        }
    }

    @Test func compressedPlaylistsAreAccepted() async throws {
        try origin.put("a.ts", noise(100))
        try origin.putPlaylist("index.m3u8", ["../a.ts"])
        _ = try await download("\(origin.base)/gzip/index.m3u8", to: folder)
        #expect(folder.bytes("media/00000.ts") == noise(100))
    }

    @Test func theArtworkAndAllPlaylistsAreInTheFolder() async throws {
        try origin.put("a.ts", noise(100))
        try origin.put("b.aac", noise(50))
        try origin.putPlaylist("v.m3u8", ["a.ts"])
        try origin.putPlaylist("a.m3u8", ["b.aac"])
        try origin.put(
            "master.m3u8",
            """
            #EXTM3U
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English",LANGUAGE="en",URI="a.m3u8"
            #EXT-X-STREAM-INF:BANDWIDTH=1000,AUDIO="a"
            v.m3u8

            """)
        _ = try await download("\(origin.base)/master.m3u8", to: folder) {
            $0.artworkData = Data([0x89, 0x50, 0x4e, 0x47])
        }
        #expect(
            folder.files == [
                "artwork.png", "audio-en/00000.aac", "audio-en/playlist.m3u8", "index.m3u8", "video/00000.ts",
                "video/playlist.m3u8",
            ])
    }
}
