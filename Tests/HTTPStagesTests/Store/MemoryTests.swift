import Foundation
import HTTPServer
import Media
import StageKit
import Testing

@testable import HTTPStages

/// Memory is limited; the oldest resources are served from disk or dropped.
@Suite struct MemoryTests {
    @Test func excessResourcesAreServedFromDisk() throws {
        var harness = StoreHarness(memory: 10_000, spill: SpillFolder(path: NSTemporaryDirectory()))
        for number in 0..<10 { harness.put(.file("v/\(number).m4s", count: 3000)) }
        #expect(harness.store.memory.used <= 10_000)
        for number in 0..<10 {
            let resource = try #require(harness.store.presentations["live"]?.resources["v/\(number).m4s"])
            #expect((resource.memory == 0) == (number < 7))
            let response = harness.response("/live/v/\(number).m4s") { $0.range = "bytes=2000-2002" }
            #expect(response?.bytes == (2000...2002).map { UInt8(truncatingIfNeeded: $0) })
        }
    }

    @Test func growingFileSpillsIncrementally() throws {
        var harness = StoreHarness(memory: 5000, spill: SpillFolder(path: NSTemporaryDirectory()))
        for value in 0..<8 {
            harness.put(
                Resource(
                    path: "v/all.mp4", role: .segment, contentType: "video/mp4",
                    action: .append(ByteRope([UInt8](repeating: UInt8(value), count: 2000)))))
        }
        #expect(harness.store.memory.used <= 5000)
        let response = try #require(harness.response("/live/v/all.mp4") { $0.range = "bytes=3999-6000" })
        #expect(response.bytes == [1] + [UInt8](repeating: 2, count: 2000) + [3])
    }

    @Test func unwritableDiskDropsOldestAndCounts() {
        var harness = StoreHarness(memory: 10_000, spill: SpillFolder(path: "/nowhere"))
        harness.put(.file("v/init.mp4", count: 3000, role: .initialization))
        for number in 0..<10 { harness.put(.file("v/\(number).m4s", count: 3000)) }
        #expect(harness.store.dropped == 8)
        #expect(harness.store.memory.used <= 10_000)
        #expect(harness.response("/live/v/0.m4s")?.status != 200)
        #expect(harness.response("/live/v/9.m4s")?.status == 200)
        #expect(harness.response("/live/v/init.mp4")?.status == 200)
    }

    @Test func expiredFilesStayForConfiguredTime() {
        var harness = StoreHarness()
        let remove = Resource(
            path: "v/1.m4s", role: .segment, contentType: "", action: .remove(after: .seconds(10)))
        harness.put(.file("v/1.m4s", count: 10))
        harness.put(remove)
        harness.pass(9)
        harness.store.removeDue(harness.now.monotonic)
        #expect(harness.response("/live/v/1.m4s")?.status == 200)
        harness.pass(1)
        harness.store.removeDue(harness.now.monotonic)
        #expect(harness.response("/live/v/1.m4s")?.status != 200)
        #expect(harness.store.memory.used == 0)
        harness.put(.file("v/1.m4s", count: 10))
        harness.put(remove)
        // A resource that is stored again is not removed.
        harness.put(.file("v/1.m4s", count: 10))
        harness.pass(99)
        harness.store.removeDue(harness.now.monotonic)
        #expect(harness.response("/live/v/1.m4s")?.status == 200)
    }

    @Test func nameIsReusableAfterEnd() {
        var harness = StoreHarness()
        harness.put(.file("v/1.m4s", count: 10))
        let isOpenTwice = harness.store.open("live")
        harness.store.end("live")
        let isOpenAgain = harness.store.open("live")
        #expect(!isOpenTwice && isOpenAgain)
        #expect(harness.response("/live/v/1.m4s")?.status == 503, "the new presentation has not started")
        #expect(harness.store.memory.used == 0)
    }
}
