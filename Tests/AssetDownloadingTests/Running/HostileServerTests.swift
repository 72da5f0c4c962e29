import AssetDownloading
import Foundation
import Glibc
import HTTPClient
import ScriptedOrigin
import Testing

/// Malicious and stalling servers: nothing is written outside the folder, nothing hangs, memory stays bounded.
@Suite(.timeLimit(.minutes(2))) struct HostileServerTests {
    private let origin: LocalOrigin
    private let folder = DownloadFolder()

    init() throws {
        origin = try LocalOrigin()
        try origin.put("a.ts", noise(1000))
    }

    private func failureOfSegment(_ uri: String) async throws -> AssetDownloadError? {
        try origin.putPlaylist("index.m3u8", [uri])
        return await failure("\(origin.base)/index.m3u8", to: folder)
    }

    @Test(arguments: [
        "../SITE/a.ts", "%2e%2e/%2e%2e/a.ts", "..%2f..%2fa.ts", "/%2e%2e/a.ts", "..\\..\\a.ts", "a.ts%00.sh",
    ])
    func urlsCannotEscapeTheFolder(uri: String) async throws {
        _ = try await failureOfSegment(uri.replacing("SITE", with: origin.site))
        #expect(folder.files.allSatisfy { ["index.m3u8", "media/00000.ts"].contains($0) })
        let beside = try FileManager.default.contentsOfDirectory(atPath: folder.url.deletingLastPathComponent().path)
        #expect(!beside.contains("a.ts"))
    }

    @Test func symbolicLinkToFolderIsNotFollowed() async throws {
        let outside = DownloadFolder()
        try FileManager.default.createDirectory(at: outside.url, withIntermediateDirectories: true)
        try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            at: folder.url.appending(path: "media"), withDestinationURL: outside.url)
        #expect(try await failureOfSegment("a.ts")?.kind == .disk)
        #expect(outside.files.isEmpty)
    }

    @Test func symbolicLinkToFileIsNotFollowed() async throws {
        let outside = DownloadFolder()
        try FileManager.default.createDirectory(at: outside.url, withIntermediateDirectories: true)
        let media = folder.url.appending(path: "media")
        try FileManager.default.createDirectory(at: media, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            at: media.appending(path: "00000.ts"), withDestinationURL: outside.url.appending(path: "made"))
        #expect(try await failureOfSegment("a.ts")?.kind == .disk)
        #expect(outside.files.isEmpty)
    }

    @Test func pipeInPlaceOfAFileDoesNotBlock() async throws {
        let media = folder.url.appending(path: "media")
        try FileManager.default.createDirectory(at: media, withIntermediateDirectories: true)
        #expect(mkfifo(media.appending(path: "00000.ts").path, 0o644) == 0)
        #expect(try await failureOfSegment("a.ts")?.kind == .disk)
    }

    @Test(arguments: ["file:///etc/passwd", "ftp://127.0.0.1/a", "gopher://127.0.0.1/a", "scp://a/b"])
    func otherSchemesAreRejected(uri: String) async throws {
        #expect(try await failureOfSegment(uri)?.kind == .refused)
    }

    @Test(arguments: ["file:///etc/passwd", "ftp://127.0.0.1/a", "data:,hello"])
    func redirectsToOtherSchemesAreRejected(url: String) async throws {
        let quoted = url.replacing("/", with: "%2F")
        #expect(try await failureOfSegment("to?url=\(quoted)")?.kind == .refused)
        #expect(folder.bytes("media/00000.ts").isEmpty)
    }

    @Test func aRedirectLoopEnds() async throws {
        #expect(try await failureOfSegment("loop/0")?.kind == .refused)
        #expect(origin.log.count { $0[0].hasPrefix("/loop") } == 11)
        #expect(await failure("\(origin.base)/loop/0", to: folder)?.kind == .refused)
    }

    @Test(arguments: ["/line", "/tags", "/bomb"])
    func endlessPlaylistBodyEndsAtTheLimit(path: String) async throws {
        // In a separate process, so that other tests do not affect its memory.
        await #expect(processExitsWith: .success) { [url = "\(origin.base)\(path)" as String] in
            var settings = DownloadSettings.hasty
            settings.limits.playlistSize = 8 << 20
            let before = HostileServerTests.residentSize()
            let error = await failure(url, to: DownloadFolder(), settings: settings)
            #expect(error?.kind == .tooLarge)
            #expect(error?.message.contains("the limit of 8388608 bytes") == true)
            #expect(HostileServerTests.residentSize() - before < 128 << 20)
        }
    }

    @Test func endlessSegmentEndsAtTheLimit() async throws {
        try origin.putPlaylist("index.m3u8", ["line"])
        var settings = DownloadSettings.hasty
        settings.limits.undeclaredSize = 4 << 20
        let error = await failure("\(origin.base)/index.m3u8", to: folder, settings: settings)
        #expect(error?.kind == .tooLarge && error?.message.contains("does not declare") == true, "\(error as Any)")
        #expect(folder.bytes("media/00000.ts").count <= 4 << 20)
    }

    @Test func redirectsToTheLocalLinkAreRejected() async throws {
        let error = try await failureOfSegment("to?url=http:%2F%2F169.254.169.254%2Flatest")
        #expect(error?.kind == .refused && error?.message.contains("local link") == true, "\(error as Any)")
    }

    @Test func endlessHeaderIsRejected() async throws {
        let error = try await failureOfSegment("header")
        #expect(error?.kind == .tooLarge || error?.kind == .truncated)
    }

    @Test(arguments: ["slow", "silent", "drip"])
    func slowServerTimesOut(path: String) async throws {
        let begin = ContinuousClock.now
        #expect(try await failureOfSegment(path)?.kind == .timedOut)
        #expect(ContinuousClock.now - begin < .seconds(20))
    }

    @Test func shortSegmentIsRejected() async throws {
        #expect(try await failureOfSegment("short/a.ts")?.kind == .truncated)
        #expect(!folder.files.contains("index.m3u8"))
    }

    @Test func longSegmentEndsAtContentLength() async throws {
        #expect(try await failureOfSegment("long/a.ts") == nil)
        #expect(folder.bytes("media/00000.ts") == noise(1000))
    }

    @Test(arguments: [
        ("", "is empty"), ("<!DOCTYPE html>\n<title>Sorry</title>", "is an HTML page"),
        ("\u{FEFF}\n<?xml version=\"1.0\"?><!doctype HTML><html>", "is an HTML page"), ("#EXTM3U\n", "is a playlist"),
    ])
    func segmentThatIsNotMediaIsRejectedWithItsURL(text: String, reason: String) async throws {
        try origin.put("page.ts", Array(text.utf8))
        for _ in 0..<2 {
            let error = try await failureOfSegment("page.ts")
            #expect(error?.kind == .malformed)
            #expect(error?.message.hasPrefix("'\(origin.base)/page.ts' \(reason)") == true, "\(error as Any)")
            #expect(!folder.files.contains("index.m3u8"))
        }
        // The same folder is completed when the server has the segment.
        try origin.put("page.ts", noise(100))
        #expect(try await failureOfSegment("page.ts") == nil)
        #expect(folder.bytes("media/00000.ts") == noise(100))
    }

    @Test(arguments: [(100, 16, "page.ts' has 100 bytes"), (160, 15, "page.key' is a key of 15 bytes")])
    func undecryptableMediaIsRejected(size: Int, keySize: Int, reason: String) async throws {
        try origin.put("page.ts", noise(size))
        try origin.put("page.key", noise(keySize))
        try origin.putPlaylist("index.m3u8", ["page.ts"], head: "#EXT-X-KEY:METHOD=AES-128,URI=\"page.key\"\n")
        let error = await failure("\(origin.base)/index.m3u8", to: folder)
        #expect(error?.message.hasPrefix("'\(origin.base)/\(reason)") == true, "\(error as Any)")
    }

    @Test func segmentBeyondTheLimitIsRejectedByItsHeader() async throws {
        #expect(try await failureOfSegment("huge")?.kind == .tooLarge)
        #expect(folder.bytes("media/00000.ts").isEmpty)
    }

    @Test func unrequestedRangeIsRejected() async throws {
        try origin.put(
            "index.m3u8",
            "#EXTM3U\n#EXT-X-VERSION:4\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n#EXT-X-BYTERANGE:4@0\notherrange\n#EXT-X-ENDLIST\n"
        )
        #expect(await failure("\(origin.base)/index.m3u8", to: folder)?.kind == .malformed)
    }

    @Test func unrequestedCompressionIsRejected() async throws {
        #expect(try await failureOfSegment("gzip/a.ts")?.kind == .malformed)
    }

    @Test func livePlaylistIsRejectedWithoutDuration() async throws {
        let error = await failure("\(origin.base)/live", to: folder)
        #expect(error?.kind == .unbounded)
        #expect(error?.message.contains("--duration") == true)
    }

    @Test func stalledEventTimesOut() async throws {
        try origin.putPlaylist("index.m3u8", ["a.ts"], head: "#EXT-X-PLAYLIST-TYPE:EVENT\n", isEnded: false)
        let error = await failure("\(origin.base)/index.m3u8", to: folder)
        #expect(error?.kind == .timedOut)
        #expect(origin.count("/index.m3u8") == 22)
    }

    @Test func endlessLivePlaylistStopsAtTheLimit() async throws {
        var settings = DownloadSettings.hasty
        settings.limits.segments = 20
        let error = await failure("\(origin.base)/live", to: folder, settings: settings) { $0.recordingDuration = 1e9 }
        #expect(error?.message.contains("more than 20 segments") == true)
    }

    @Test func segmentLimitIsEnforcedBeforeFetching() async throws {
        var settings = DownloadSettings.hasty
        settings.limits.segments = 1000
        try origin.putPlaylist("index.m3u8", (0...1000).map { "\($0).ts" })
        let error = await failure("\(origin.base)/index.m3u8", to: folder, settings: settings)
        #expect(error?.kind == .tooLarge)
        #expect(!origin.log.contains { $0[0].hasSuffix(".ts") })
    }

    // References from public pages to private networks: 127.0.0.1 is treated as a public address, 127.0.0.2 as a
    // loopback one.

    private var outside: DownloadSettings {
        var settings = DownloadSettings.hasty
        settings.requests.table.exceptions = [IPAddress("127.0.0.1")!: .anywhere]
        return settings
    }

    @Test(arguments: ["http://127.0.0.2:PORT/SITE/a.ts", "http://[::1]:PORT/SITE/a.ts"])
    func publicPlaylistCannotReferenceThisMachine(url: String) async throws {
        try origin.putPlaylist(
            "index.m3u8", [url.replacing("PORT", with: String(origin.port)).replacing("SITE", with: origin.site)])
        let error = await failure("\(origin.base)/index.m3u8", to: folder, settings: outside)
        #expect(error?.kind == .refused)
        #expect(origin.count("/a.ts") == 0)
    }

    @Test func publicResourceCannotRedirectToThisMachine() async throws {
        try origin.putPlaylist("index.m3u8", ["to?url=http%3A%2F%2F127.0.0.2%3A\(origin.port)%2F\(origin.site)%2Fa.ts"])
        let error = await failure("\(origin.base)/index.m3u8", to: folder, settings: outside)
        #expect(error?.kind == .refused)
        #expect(error?.message.contains("is on this machine") == true)
        #expect(origin.count("/a.ts") == 0)
    }

    @Test func publicPlaylistCannotRedirectToThisMachine() async throws {
        try origin.putPlaylist("index.m3u8", ["a.ts"])
        let error = await failure(
            "\(origin.base)/to?url=http%3A%2F%2F127.0.0.2%3A\(origin.port)%2F\(origin.site)%2Findex.m3u8", to: folder,
            settings: outside)
        #expect(error?.kind == .refused)
        #expect(origin.count("/index.m3u8") == 0)
    }

    @Test func localPlaylistMayReferenceThisMachine() async throws {
        try origin.putPlaylist("index.m3u8", ["http://127.0.0.1:\(origin.port)/\(origin.site)/a.ts"])
        #expect(await failure("\(origin.base)/index.m3u8", to: folder) == nil)
    }

    fileprivate static func residentSize() -> Int {
        let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
        let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return pages * 4096
    }
}
