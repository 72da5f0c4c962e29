import HLS
import Media
import StageKit
import Testing

@testable import HTTPStages

/// The order of requests, without a store or a clock.
@Suite struct PushQueueTests {
    private let initialization = Resource.file("v/init.mp4", count: 10, role: .initialization)

    @Test func restoredFilesAreProbedAndSentIfMissing() throws {
        var harness = PushQueueHarness {
            $0.memory = 4096
            $0.disk = 0
        }
        var restored = ["v/1.m4s", "v/2.m4s"].map { Resource.file($0, count: 100_000) }
        for index in restored.indices { restored[index].isRestored = true }
        var initialization = initialization
        initialization.isRestored = true
        harness.apply(initialization, restored[0], restored[1], .playlist("v/list.m3u8", ["1.m4s", "2.m4s"]))
        // Initialization segments are small, and the same name may have belonged to another presentation.
        let first = try harness.first()
        #expect(first.path == "v/init.mp4" && !first.needsHeadRequest)
        harness.finish(first)
        let segments = harness.started()
        #expect(segments.map(\.path) == ["v/1.m4s", "v/2.m4s"] && segments.allSatisfy(\.needsHeadRequest))
        harness.finish(segments[0])
        harness.finish(segments[1], .absent)
        let again = harness.started()
        #expect(again.map(\.path) == ["v/2.m4s"] && again.first?.needsHeadRequest == false)
        harness.finish(again[0])
        #expect(harness.finishAll() == ["v/list.m3u8"])
        // Restored files use no memory and are never dropped for lack of it.
        #expect(harness.queue.figures.droppedFiles == 0 && harness.queue.memory == 0)
        #expect(harness.queue.figures.sentFiles == 3)
    }

    @Test func listedFilesAreStoredBeforePlaylist() throws {
        var harness = PushQueueHarness()
        harness.apply(initialization, .file("v/1.m4s", count: 9), .playlist("v/list.m3u8", ["1.m4s"]))
        let first = harness.started()
        #expect(first.map(\.path) == ["v/init.mp4"], "segments follow the initialization section")
        harness.finish(first[0])
        let second = harness.started()
        #expect(second.map(\.path) == ["v/1.m4s"])
        #expect(harness.paths() == [])
        harness.finish(second[0])
        #expect(harness.paths() == ["v/list.m3u8"])
    }

    @Test func playlistWaitsOnlyForListedFiles() {
        var harness = PushQueueHarness()
        harness.apply(.file("v/1.m4s", count: 9), .file("a/1.m4s", count: 9), .playlist("v/list.m3u8", ["1.m4s"]))
        let first = harness.started()
        harness.finish(first[0])
        #expect(harness.paths() == ["v/list.m3u8"], "although a/1.m4s is in progress")
    }

    @Test func newestPlaylistReplacesQueuedOne() throws {
        var harness = PushQueueHarness { $0.connections = 2 }
        harness.apply(.file("v/1.m4s", count: 9), .playlist("v/list.m3u8", ["1.m4s"]))
        harness.apply(.file("v/2.m4s", count: 9), .playlist("v/list.m3u8", ["1.m4s", "2.m4s"]))
        harness.apply(.file("v/3.m4s", count: 9), .playlist("v/list.m3u8", ["1.m4s", "2.m4s", "3.m4s"]))
        #expect(harness.queue.listings.count == 2, "the next and the newest one")
        let one = try harness.first()
        harness.finish(one)
        // A complete state is published even if new segments arrive continuously.
        let list = try harness.first()
        #expect(list.path == "v/list.m3u8" && list.referencedPaths == ["v/1.m4s", "v/init.mp4"])
        harness.finish(list)
        #expect(harness.finishAll() == ["v/2.m4s", "v/3.m4s", "v/list.m3u8"])
        #expect(harness.queue.isEmpty && harness.queue.memory == 0)
    }

    @Test func multivariantPlaylistIsSentLast() {
        var harness = PushQueueHarness()
        let index = Resource(
            path: "index.m3u8", role: .multivariantPlaylist, contentType: "",
            action: .store(ByteRope(Array("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nv/list.m3u8\n".utf8))))
        harness.apply(index, .file("v/1.m4s", count: 1), .playlist("v/list.m3u8", ["1.m4s"]))
        #expect(harness.finishAll() == ["v/1.m4s", "v/list.m3u8", "index.m3u8"])
    }

    @Test func failingStoreGetsSingleRequestsUntilRecovery() {
        var harness = PushQueueHarness()
        for number in 1...6 { harness.apply(.file("v/\(number).m4s", count: 9)) }
        for item in harness.started() { harness.finish(item, .failed("it is gone")) }
        harness.pass(1)
        for item in harness.started() { harness.finish(item, .failed("it is gone")) }
        #expect(harness.paths() == [], "retries are delayed")
        #expect(harness.queue.drainNotices() == [.failing("it is gone")])
        let wake = harness.queue.nextWake(after: harness.now)
        #expect(wake.map { $0 > harness.now && $0 < harness.now + .seconds(20) } == true)
        harness.pass(20)
        let probe = harness.started()
        #expect(probe.count == 1)
        harness.finish(probe[0])
        #expect(harness.started().count == 4)
        #expect(harness.queue.drainNotices() == [.recovered(after: .seconds(21))])
    }

    @Test func retryAfterIsHonored() {
        var harness = PushQueueHarness()
        harness.apply(.file("v/1.m4s", count: 9))
        harness.finish(harness.started()[0], .failed("503", retryAfter: 60))
        harness.pass(59)
        #expect(harness.paths() == [])
        harness.pass(2)
        #expect(harness.paths() == ["v/1.m4s"])
    }

    @Test func rejectedFileIsGapInPlaylist() throws {
        var harness = PushQueueHarness()
        harness.apply(.file("v/1.m4s", count: 9), .playlist("v/list.m3u8", ["1.m4s"]))
        harness.finish(harness.started()[0], .rejected("403"))
        let item = try harness.first()
        let text = String(decoding: try #require(item.content).pieces.flatMap(\.bytes.bytes), as: UTF8.self)
        #expect(text.contains("#EXT-X-GAP\n"))
        harness.finish(item)
        harness.apply(.file("v/2.m4s", count: 9), .playlist("v/list.m3u8", ["1.m4s", "2.m4s"]))
        harness.finish(harness.started()[0])
        let next = try harness.first().content?.pieces.flatMap(\.bytes.bytes)
        #expect(String(decoding: next ?? [], as: UTF8.self).matches(of: /#EXT-X-GAP/).count == 1)
    }

    @Test func fullMemorySpillsAndFullDiskDropsOldest() throws {
        let spill = SpillFolder(path: "/var/tmp")
        var harness = PushQueueHarness({ ($0.memory, $0.disk) = (100_000, 150_000) }, spill: spill)
        for number in 1...30 { harness.apply(.file("v/\(number).m4s", count: 10_000)) }
        #expect(harness.queue.memory <= 100_000 && harness.queue.disk <= 150_000 && harness.queue.disk > 100_000)
        #expect(harness.queue.figures.droppedFiles == 30 - harness.queue.items.count)
        #expect(harness.queue.items.values.map(\.number).min() == harness.queue.figures.droppedFiles + 1)
        harness.apply(.playlist("v/list.m3u8", (1...30).map { "\($0).m4s" }))
        let sent = harness.finishAll()
        #expect(sent.last == "v/list.m3u8" && sent.count == 31 - harness.queue.figures.droppedFiles)
        #expect(harness.queue.memory == 0 && harness.queue.disk == 0)
        #expect(harness.queue.drainNotices().contains(.dropped))
    }

    @Test func unwritableDiskIsNotUsed() {
        var harness = PushQueueHarness({ $0.memory = 50_000 }, spill: SpillFolder(path: "/proc/nowhere"))
        for number in 1...10 { harness.apply(.file("v/\(number).m4s", count: 10_000)) }
        #expect(harness.queue.items.count == 4 && harness.queue.figures.droppedFiles == 6)
        harness.apply(.file("v/huge.m4s", count: 60_000))
        #expect(harness.queue.figures.droppedFiles == 11 && harness.queue.isEmpty)
    }

    @Test func growingFileIsSentWhileGrowingAndResent() throws {
        var harness = PushQueueHarness()
        harness.apply(.addition("v/media.mp4", [1, 2]))
        let request = try harness.first()
        #expect(request.content?.size == nil)
        harness.apply(.addition("v/media.mp4", [3]))
        #expect(harness.queue.grown == [request.number])
        harness.apply(.playlist("v/list.m3u8", ["media.mp4"]))
        #expect(request.content?.size == 3)
        #expect(harness.paths() == [])
        harness.finish(request)
        harness.finish(harness.started()[0])
        harness.apply(.addition("v/media.mp4", [4]), .playlist("v/list.m3u8", ["media.mp4"]))
        let again = try harness.first()
        #expect(again.content?.pieces.flatMap(\.bytes.bytes) == [1, 2, 3, 4])
        #expect(harness.queue.drainNotices() == [.sentAgain(path: "v/media.mp4")])
        // The store requires a Content-Length.
        harness.finish(again, .needsLength)
        #expect(harness.started().first?.content?.size == 4)
        harness.apply(.addition("v/other.mp4", [5]))
        #expect(harness.paths() == [], "not before it is complete")
        _ = harness.queue.close(at: .zero)
        #expect(harness.paths() == ["v/other.mp4"])
    }

    @Test func requestExceedingCompletionTimeoutIsOverdue() throws {
        var harness = PushQueueHarness()
        harness.apply(.addition("v/media.mp4", [1]))
        let request = try harness.first()
        harness.pass(1000)
        #expect(harness.queue.overdue(at: harness.now) == [])
        harness.apply(.playlist("v/list.m3u8", ["media.mp4"]))
        harness.pass(61)
        #expect(harness.queue.overdue(at: harness.now) == [request.number])
    }

    @Test(arguments: [false, true], [false, true])
    func playlistOffersOnlyDeliveryOfStore(canBlock: Bool, asText: Bool) throws {
        var harness = PushQueueHarness { $0.canBlock = canBlock }
        var script = ScriptedPlaylist(last: 4, parts: 2)
        script.reports = [RenditionReport(uri: "../a/media.m3u8", lastMediaSequence: 4, lastPart: 1)]
        harness.apply(script.resource(asText: asText))
        var expected = script.playlist
        if !canBlock {
            expected.serverControl = ServerControl(partHoldBack: .milliseconds(750))
            (expected.preloadHints, expected.renditionReports) = ([], [])
        }
        #expect(try harness.first().text == expected.text)
    }

    @Test(arguments: [false, true], [false, true])
    func lostFilesAreGapsInEitherFormOfPlaylist(canBlock: Bool, asText: Bool) throws {
        var harness = PushQueueHarness { $0.canBlock = canBlock }
        let script = ScriptedPlaylist(last: 4, parts: 2)
        for name in ["v/3.m4s", "v/5.1.m4s"] { harness.apply(.file(name, count: 9)) }
        harness.apply(script.resource(asText: asText))
        for item in harness.started() { harness.finish(item, .rejected("403")) }
        guard case .media(let playlist) = try Playlist.parse(harness.first().text).playlist else {
            Issue.record("not a media playlist")
            return
        }
        #expect(playlist.segments.filter(\.isGap).map(\.uri) == ["3.m4s"])
        #expect(playlist.upcoming?.parts.filter(\.isGap).map(\.uri) == ["5.1.m4s"])
        #expect((playlist.serverControl?.canBlockReload == true) == canBlock)
    }

    @Test func unreadablePlaylistIsReportedAndSentLastUnchanged() throws {
        var harness = PushQueueHarness()
        let text = "#EXTM3U\n#EXT-X-TARGETDURATION:x\n#EXTINF:1,\n1.m4s\n"
        harness.apply(.file("v/1.m4s", count: 9), .file("a/1.m4s", count: 9))
        harness.apply(
            Resource(
                path: "v/list.m3u8", role: .mediaPlaylist, contentType: "", action: .store(ByteRope(Array(text.utf8)))))
        let notices = harness.queue.drainNotices()
        guard case .unreadable("v/list.m3u8", let why)? = notices.first, notices.count == 1 else {
            Issue.record("\(notices)")
            return
        }
        #expect(why.hasPrefix("2:"))
        let files = harness.started()
        #expect(files.count == 2)
        for item in files { harness.finish(item, .rejected("403")) }
        let item = try harness.first()
        #expect(item.path == "v/list.m3u8" && item.text == text)
        harness.finish(item)
        #expect(harness.queue.isEmpty && harness.queue.memory == 0)
    }

    @Test func listedFilesIncludeEveryReference() throws {
        let media = """
            #EXTM3U
            #EXT-X-TARGETDURATION:4
            #EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=3
            #EXT-X-PART-INF:PART-TARGET=1
            #EXT-X-KEY:METHOD=AES-128,URI="../key.bin"
            #EXT-X-MAP:URI="init.mp4"
            #EXT-X-PART:DURATION=1,URI="1.0.m4s"
            #EXTINF:1,
            1.m4s
            #EXT-X-MAP:URI="init2.mp4"
            #EXTINF:1,
            http://example.org/2.m4s
            #EXT-X-PART:DURATION=1,URI="3.0.m4s"
            #EXT-X-PRELOAD-HINT:TYPE=PART,URI="3.1.m4s"
            #EXT-X-RENDITION-REPORT:URI="../a/media.m3u8",LAST-MSN=1

            """
        let listed = ListedFiles(try Playlist.parse(media, tolerance: .tolerant).playlist, at: "v/media.m3u8")
        #expect(listed.targetDuration == 4)
        #expect(
            listed.paths.sorted() == ["key.bin", "v/1.0.m4s", "v/1.m4s", "v/3.0.m4s", "v/init.mp4", "v/init2.mp4"])
        let multivariant = """
            #EXTM3U
            #EXT-X-SESSION-DATA:DATA-ID="a.b",URI="data.json"
            #EXT-X-SESSION-KEY:METHOD=AES-128,URI="key.bin"
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="a",URI="a/media.m3u8"
            #EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO="a"
            v/media.m3u8
            #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI="v/iframes.m3u8"
            #EXT-X-IMAGE-STREAM-INF:BANDWIDTH=1,URI="images/media.m3u8"

            """
        #expect(
            ListedFiles(try Playlist.parse(multivariant, tolerance: .tolerant).playlist, at: "index.m3u8").paths
                .sorted()
                == ["a/media.m3u8", "data.json", "images/media.m3u8", "key.bin", "v/iframes.m3u8", "v/media.m3u8"])
    }
}
