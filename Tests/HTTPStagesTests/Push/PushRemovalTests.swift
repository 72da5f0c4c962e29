import HLS
import Media
import StageKit
import Testing

@testable import HTTPStages

/// Removing files from the store, in relation to the listings that it has.
@Suite struct PushRemovalTests {
    @Test func filesOfAnEarlierRunStayUntilThePlaylistsThatMayListThemAreReplaced() throws {
        var harness = PushQueueHarness()
        harness.apply(
            .removal("v/1.m4s", after: .zero, formerPlaylists: ["v/list.m3u8", "v/iframes.m3u8"]),
            .removal("v/2.m4s", after: .seconds(2), formerPlaylists: ["v/list.m3u8"]),
            .file("a/1.m4s", count: 1), .playlist("a/list.m3u8", ["1.m4s"]))
        #expect(harness.finishAll() == ["a/1.m4s", "a/list.m3u8"], "the playlist in the store may list both")
        harness.pass(10)
        harness.apply(.file("v/3.m4s", count: 1), .playlist("v/list.m3u8", ["3.m4s"]))
        #expect(harness.finishAll() == ["v/3.m4s", "v/list.m3u8"])
        harness.pass(1.5)
        #expect(harness.finishAll() == [], "players of the former playlist may request v/2.m4s")
        harness.pass(0.5)
        #expect(harness.finishAll() == ["-v/2.m4s"])
        // The deletion of a playlist ends the wait as well.
        harness.apply(.removal("v/iframes.m3u8", after: .zero, role: .mediaPlaylist))
        #expect(harness.finishAll() == ["-v/iframes.m3u8", "-v/1.m4s"])
    }

    /// The store may have replaced the playlist that lists a file later than the sink that scheduled its removal.
    @Test func aRemovalThatContinuesHasItsWholeDelayAfterThePlaylistIsReplaced() {
        var harness = PushQueueHarness()
        var removal = Resource.removal("v/1.m4s", after: .seconds(2), formerPlaylists: ["v/list.m3u8"])
        (removal.isRestored, removal.wholeDelay) = (true, .seconds(15))
        harness.apply(removal, .file("v/2.m4s", count: 1), .playlist("v/list.m3u8", ["2.m4s"]))
        #expect(harness.finishAll() == ["v/2.m4s", "v/list.m3u8"])
        harness.pass(14.5)
        #expect(harness.finishAll() == [])
        harness.pass(0.5)
        #expect(harness.finishAll() == ["-v/1.m4s"])
    }

    @Test func filesThatWaitForAPlaylistRemainAtTheEnd() {
        var harness = PushQueueHarness()
        harness.apply(
            .removal("index.m3u8", after: .zero, role: .multivariantPlaylist),
            .removal("v/1.m4s", after: .zero, formerPlaylists: ["v/list.m3u8"]))
        #expect(harness.finishAll() == ["-index.m3u8"])
        let left = harness.queue.close(at: harness.now)
        #expect(left == 1 && harness.queue.isEmpty)
    }

    @Test func restoredFileThatWasNotProbedIsDeleted() {
        var harness = PushQueueHarness()
        var restored = Resource.file("v/1.m4s", count: 100)
        restored.isRestored = true
        harness.apply(restored, .removal("v/1.m4s", after: .seconds(1)))
        #expect(harness.finishAll() == [])
        harness.pass(1)
        #expect(harness.finishAll() == ["-v/1.m4s"], "the store may have it from the earlier run")
    }

    @Test func expiredUnsentFilesAreSkipped() {
        var harness = PushQueueHarness()
        for number in 1...3 { harness.apply(.file("v/\(number).m4s", count: 9)) }
        harness.apply(.playlist("v/list.m3u8", ["1.m4s", "2.m4s", "3.m4s"]))
        for _ in 1...4 {
            for item in harness.started() { harness.finish(item, .failed("gone")) }
            harness.pass(0.01)
        }
        harness.apply(
            .file("v/4.m4s", count: 9), .removal("v/1.m4s", after: .seconds(9)),
            .playlist("v/list.m3u8", ["2.m4s", "3.m4s", "4.m4s"]))
        harness.pass(30)
        #expect(Set(harness.finishAll()) == ["v/2.m4s", "v/3.m4s", "v/4.m4s", "v/list.m3u8"])
        harness.pass(9)
        #expect(harness.finishAll() == ["-v/1.m4s"], "the attempts to store it may have succeeded")
        #expect(harness.queue.isEmpty && harness.queue.memory == 0)
    }

    @Test func delayOfADeletionStartsWhenThePlaylistWithoutTheFileIsStored() {
        var harness = PushQueueHarness()
        harness.apply(.file("v/1.m4s", count: 9), .playlist("v/list.m3u8", ["1.m4s"]))
        #expect(harness.finishAll().count == 2)
        harness.apply(.removal("v/1.m4s", after: .seconds(6)), .file("v/2.m4s", count: 1))
        harness.apply(.playlist("v/list.m3u8", ["2.m4s"]))
        let segment = harness.started()
        harness.pass(7)
        #expect(harness.paths() == [], "the previous playlist still lists it")
        harness.finish(segment[0])
        let list = harness.started()
        #expect(list.map(\.path) == ["v/list.m3u8"])
        harness.finish(list[0])
        harness.pass(5.5)
        #expect(harness.finishAll() == [], "players may have the previous playlist, which was available until then")
        harness.pass(0.5)
        #expect(harness.finishAll() == ["-v/1.m4s"])
        #expect(harness.queue.isEmpty && harness.queue.nextWake(after: harness.now) == nil)
    }

    @Test func filesOfThePlaylistInTheStoreStayWhileItsUploadFails() throws {
        var harness = PushQueueHarness()
        harness.apply(
            .file("v/1.m4s", count: 9), .file("v/2.m4s", count: 9), .playlist("v/list.m3u8", ["1.m4s", "2.m4s"]))
        #expect(harness.finishAll().count == 3)
        for number in 3...6 {
            harness.apply(
                .file("v/\(number).m4s", count: 9), .playlist("v/list.m3u8", ["\(number - 1).m4s", "\(number).m4s"]),
                .removal("v/\(number - 2).m4s", after: .seconds(4)))
            for _ in 1...5 {
                for item in harness.started() { harness.finish(item, item.isListing ? .failed("503") : .done) }
                harness.pass(20)
            }
        }
        #expect(harness.queue.figures.deletedFiles == 0)
        #expect(harness.finishAll().last == "v/list.m3u8" && harness.queue.figures.deletedFiles == 0)
        harness.pass(3.5)
        #expect(harness.finishAll() == [])
        harness.pass(0.5)
        #expect(Set(harness.finishAll()).isSuperset(of: ["-v/1.m4s", "-v/2.m4s"]))
    }

    /// The store keeps the state before one that it rejects.
    @Test(arguments: [Resource.Role.mediaPlaylist, .presentationDescription])
    func filesOfThePlaylistInTheStoreStayWhileNewerOnesAreRejected(role: Resource.Role) throws {
        func list(_ names: String...) -> Resource {
            if role == .mediaPlaylist { return .playlist("v/list", names) }
            return Resource(path: "v/list", role: role, contentType: "", action: .store(ByteRope(Array("<MPD/>".utf8))))
        }
        var harness = PushQueueHarness()
        harness.apply(.file("v/1.m4s", count: 9), list("1.m4s"))
        #expect(harness.finishAll().count == 2)
        harness.apply(.file("v/2.m4s", count: 9), list("2.m4s"), .removal("v/1.m4s", after: .seconds(4)))
        harness.finish(try harness.first())
        harness.finish(try harness.first(), .rejected("403"))
        harness.pass(100)
        #expect(harness.finishAll() == [])
        harness.apply(list("2.m4s"))
        #expect(harness.finishAll() == ["v/list"])
        harness.pass(4)
        #expect(harness.finishAll() == ["-v/1.m4s"])
    }

    @Test func hintedPartOfThePlaylistInTheStoreStays() throws {
        var harness = PushQueueHarness { $0.canBlock = true }
        let script = ScriptedPlaylist(last: 4, parts: 2)
        let hint = try #require(script.playlist.preloadHints.first?.uri)
        harness.apply(script.resource())
        #expect(harness.finishAll().count == 1)
        harness.apply(
            ScriptedPlaylist(last: 9, parts: 0).resource(), .removal("v/\(hint)", after: .seconds(1), role: .part))
        harness.finish(try harness.first(), .rejected("403"))
        harness.pass(100)
        #expect(harness.finishAll() == [], "players of the playlist in the store request the hinted part")
    }

    @Test func mediaPlaylistStaysWhileTheMultivariantPlaylistInTheStoreListsIt() throws {
        func index(_ names: String...) -> Resource {
            let text = "#EXTM3U\n" + names.map { "#EXT-X-STREAM-INF:BANDWIDTH=1\n\($0)\n" }.joined()
            return Resource(
                path: "index.m3u8", role: .multivariantPlaylist, contentType: "",
                action: .store(ByteRope(Array(text.utf8))))
        }
        var harness = PushQueueHarness()
        for name in ["v", "w"] {
            harness.apply(.file("\(name)/1.m4s", count: 1), .playlist("\(name)/list.m3u8", ["1.m4s"]))
        }
        harness.apply(index("v/list.m3u8", "w/list.m3u8"))
        #expect(harness.finishAll().count == 5)
        harness.apply(
            index("v/list.m3u8"), .removal("w/1.m4s", after: .seconds(3)),
            .removal("w/list.m3u8", after: .seconds(1), role: .mediaPlaylist))
        harness.finish(try harness.first(), .failed("503"))
        harness.pass(2)
        #expect(harness.finishAll() == ["index.m3u8"])
        harness.pass(1)
        #expect(harness.finishAll() == ["-w/list.m3u8"])
        harness.pass(2.5)
        #expect(harness.finishAll() == [], "the playlist listed it until it was deleted")
        harness.pass(0.5)
        #expect(harness.finishAll() == ["-w/1.m4s"])
        #expect(harness.queue.isEmpty && harness.queue.memory == 0)
    }

    /// A playlist of the earlier run in the store lists the oldest segment when this run lists it again.
    @Test(arguments: [false, true])
    func restoredSegmentThatExpiresBeforeItWasProbedIsNoGap(isFailing: Bool) throws {
        var harness = PushQueueHarness()
        var restored = (1...3).map { Resource.file("v/\($0).m4s", count: 9) }
        for index in restored.indices {
            restored[index].isRestored = true
            harness.apply(restored[index])
        }
        harness.apply(
            .file("v/4.m4s", count: 9), .playlist("v/list.m3u8", ["1.m4s", "2.m4s", "3.m4s", "4.m4s"]),
            .file("v/5.m4s", count: 9), .playlist("v/list.m3u8", ["2.m4s", "3.m4s", "4.m4s", "5.m4s"]),
            .removal("v/1.m4s", after: .seconds(4)))
        var texts: [String] = []
        for round in 0..<40 {
            for item in harness.started() {
                if item.isListing { texts.append(item.text) }
                harness.finish(item, isFailing && round < 8 ? .failed("503") : .done)
            }
            harness.pass(0.5)
        }
        #expect(!texts.isEmpty && texts.allSatisfy { !$0.contains("#EXT-X-GAP") })
        harness.pass(4)
        _ = harness.finishAll()
        #expect(harness.queue.isEmpty && harness.queue.figures.deletedFiles == 1)
    }

    @Test func removalsThatWaitForAListingAreLimited() throws {
        var harness = PushQueueHarness()
        let list = Resource(
            path: "v/list", role: .presentationDescription, contentType: "", action: .store(ByteRope([1])))
        harness.apply(list)
        #expect(harness.finishAll() == ["v/list"])
        harness.apply(list)
        harness.finish(try harness.first(), .rejected("403"))
        for number in 0..<20_000 { harness.apply(.removal("v/\(number).m4s", after: .zero)) }
        #expect(harness.queue.waitingRemovals.count <= 16_384)
    }
}
