import Foundation
import HLS
import Media
import StageKit
import StageTesting
import Synchronization
import Testing

@testable import PackagingStages

/// A day of segments, in virtual time, through the playlist stage into a real folder.
@Suite struct LongRunTests {
    @Test func aDayLeavesNoMoreThanItsWindow() async {
        // In a separate process, so that other tests do not affect its memory and descriptors.
        await #expect(processExitsWith: .success) { try LongRunTests.runADay() }
    }

    private static func runADay() throws {
        let folder =
            (FileManager.default.fileExists(atPath: "/dev/shm") ? "/dev/shm/" : NSTemporaryDirectory())
            + "sluice-day-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let clock = VirtualClock(date: WallTime(seconds: 1_767_323_045))
        var options = StoreInFolder.Options()
        options.path = folder
        let store = try FolderStore(
            options: options, clock: clock)
        var settings = HLSPlaylist.Options()
        settings.type = .live
        settings.window = 10
        var stage = try HLSPlaylist(options: settings)
        var (video, audio) = (ScriptedSegments.video(interval: .seconds(6)), ScriptedSegments.audio())
        var effects = Effects<Resource>(clock: clock)
        for case .resume(let resumption) in store.drainMessages().requests {
            stage.receive(.resume(resumption), &effects)
        }
        try stage.receive(.payload(video.initialization()), &effects)
        try stage.receive(.payload(audio.initialization()), &effects)

        var early = Measures(folder)
        for number in 0..<14_400 as Range<Int64> {
            clock.advance(by: .seconds(6))
            for segment in [
                video.next(at: .seconds(number * 6), lasting: .seconds(6), bytes: 900),
                audio.next(at: .seconds(number * 6), lasting: .seconds(6), bytes: 300),
            ] {
                try stage.receive(.payload(segment), &effects)
                for case .payload(let resource) in effects.messages { try store.carryOut(resource) }
                effects.removeAll()
            }
            try store.removeDue()
            if number == 300 { early = Measures(folder) }
        }
        let late = Measures(folder)
        #expect(late.files <= early.files && late.files < 60)
        #expect(late.journal < 2 * (256 << 10) && early.journal < 2 * (256 << 10))
        #expect(late.descriptors <= early.descriptors + 2)
        #expect(late.memory < early.memory + (24 << 20), "\(early.memory) bytes became \(late.memory)")
    }

    /// The window is two hours, but the quota suffices for some minutes only: listed and expiring files share it.
    @Test func aQuotaBoundsALongWindowWithoutRemovingAnythingEarly() throws {
        let folder = NSTemporaryDirectory() + "sluice-quota-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let clock = VirtualClock(date: WallTime(seconds: 1_767_323_045))
        var options = StoreInFolder.Options()
        options.path = folder
        options.diskQuota = ByteCount(1 << 20)
        let store = try FolderStore(
            options: options, clock: clock)
        _ = store.drainMessages()
        var settings = HLSPlaylist.Options()
        settings.type = .live
        settings.window = WindowLength(duration: .seconds(7200))
        var stage = try HLSPlaylist(options: settings)
        var (video, audio) = (ScriptedSegments.video(), ScriptedSegments.audio())
        var effects = Effects<Resource>(clock: clock)
        try stage.receive(.payload(video.initialization()), &effects)
        try stage.receive(.payload(audio.initialization()), &effects)
        var problems: [String] = []
        var most = 0
        var listed = 0
        for number in 0..<1000 as Range<Int64> {
            clock.advance(by: .seconds(6))
            try stage.receive(
                .payload(video.next(at: .seconds(number * 6), lasting: .seconds(6), bytes: 9000)), &effects)
            try stage.receive(
                .payload(audio.next(at: .seconds(number * 6), lasting: .seconds(6), bytes: 1000)), &effects)
            var hasMore = true
            while hasMore {
                for case .payload(let resource) in effects.messages { try store.carryOut(resource) }
                effects.removeAll()
                let (requests, told) = store.drainMessages()
                problems += told.map(\.code)
                for request in requests { stage.receive(request, &effects) }
                hasMore = !effects.messages.isEmpty
            }
            try store.removeDue()
            let files = FileManager.default.enumerator(atPath: folder)?.allObjects.compactMap { $0 as? String } ?? []
            let media = files.filter { $0.hasSuffix(".m4s") || $0.hasSuffix(".mp4") }
            most = max(most, media.count)
            if number == 999 {
                let text = try String(contentsOfFile: folder + "/video/playlist.m3u8", encoding: .utf8)
                listed = text.split(separator: "\n").count { $0.hasPrefix("#EXTINF") }
            }
        }
        #expect(problems == ["disk-low"])
        // Nearly half a mebibyte in pairs of 10 kB; about the same number is expiring, and there are two headers.
        #expect((42...46).contains(listed), "\(listed)")
        #expect((160...208).contains(most), "\(most)")
    }

    /// The resource usage of a run.
    private struct Measures {
        var files: Int
        var journal: Int
        var descriptors: Int
        /// Anonymous resident memory in bytes.
        var memory: Int

        init(_ folder: String) {
            let manager = FileManager.default
            files = manager.enumerator(atPath: folder)?.allObjects.count ?? 0
            journal = (try? manager.attributesOfItem(atPath: folder + "/.sluice-journal")[.size] as? Int) ?? 0
            descriptors = (try? manager.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
            let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
            let line = status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") } ?? ""
            memory = (line.split(separator: " ").compactMap { Int($0) }.first ?? 0) << 10
        }
    }
}
