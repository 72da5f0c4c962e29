import Foundation
import Media
import StageKit
import StageTesting
import Synchronization
import Testing

@testable import SegmentHook

@Suite struct SegmentHookTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

    @Test func conformsToStageContract() async {
        var options = SegmentHook.Options()
        options.command = ["true"]
        #expect(await StageConformance.check(SegmentHook.self, options: options) == [])
    }

    @Test func commandReceivesEverySegment() async throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let log = folder.appending(path: "log").path
        let problems = try await run([segment(1), playlist, segment(2)]) {
            $0.command = ["sh", "-c", "cat >> '\(log)'"]
        }
        #expect(problems.isEmpty)
        let lines = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
        let told = try lines.map { try JSONDecoder().decode(PublishedSegment.self, from: Data($0.utf8)) }
        #expect(told.map(\.path) == ["video/1.m4s", "video/2.m4s"] && told.map(\.kind) == ["media", "media"])
        #expect(told[1].start == 12 && told[1].duration == 6 && told[1].bytes == 3 && told[1].rendition == "video")
    }

    @Test func failingOrHangingCommandIsWarning() async throws {
        let failed = try await run([segment(1), segment(2)]) { $0.command = ["false"] }
        #expect(failed.map(\.code) == ["hook-failed", "hook-failed"])
        let late = try await run([segment(1)]) { options in
            (options.command, options.limit) = (["sleep", "60"], .milliseconds(100))
        }
        #expect(late.map(\.code) == ["hook-failed"])
    }

    @Test func unpublishedSegmentIsNotSent() async throws {
        let problems = try await run([segment(1)]) { options in
            (options.command, options.folder, options.limit) = (["true"], folder.path, .milliseconds(50))
        }
        #expect(problems.map(\.code) == ["hook-failed"])
    }

    @Test func queueIsBounded() async throws {
        let problems = try await run((1...50).map(segment)) { options in
            (options.command, options.queue) = (["sleep", "0.2"], 2)
        }
        #expect(problems.map(\.code) == ["hook-behind"])
    }

    @Test func unreachableURLIsWarning() async throws {
        let problems = try await run([segment(1)]) { $0.url = "http://127.0.0.1:9/" }
        #expect(problems.map(\.code) == ["hook-failed"])
    }

    @Test func contradictingOptionsAreRejected() {
        for change in [{ $0.url = "file:///etc" }, { $0.url = "nonsense" }, { _ in }]
            as [(inout SegmentHook.Options) -> Void]
        {
            var options = SegmentHook.Options()
            change(&options)
            #expect(throws: StageError.self) { _ = try SegmentHook(options: options) }
        }
    }

    private func run(
        _ resources: [Resource], _ configure: (inout SegmentHook.Options) -> Void
    ) async throws -> [Problem] {
        var options = SegmentHook.Options()
        configure(&options)
        let problems = Mutex<[Problem]>([])
        let context = StageContext(stageName: "hook", reporter: { problem in problems.withLock { $0.append(problem) } })
        let inlet = ScriptedInlet(resources.map { Message<Resource>.payload($0) })
        try await SegmentHook(options: options).run(input: inlet, context: context)
        return problems.withLock { $0 }
    }

    private func segment(_ number: Int) -> Resource {
        let track = Track.scriptedVideo()
        let rendition = Rendition(id: "video", tracks: [track], interval: .seconds(6))
        var report = SegmentReport(kind: .separable)
        report.tracks = [
            SegmentReport.TrackReport(
                trackID: track.id, mediaType: .video, earliestPresentationTime: .seconds(Int64(6 * number)),
                duration: .seconds(6), sampleCount: 180)
        ]
        let bytes = ByteRope(ByteSlice(copying: [1, 2, 3]))
        var resource = Resource(
            path: "video/\(number).m4s", role: .segment, contentType: "video/mp4", action: .store(bytes))
        resource.segment = .init(
            Segment(rendition: rendition, kind: .separable, index: number, data: bytes, report: report))
        return resource
    }

    private var playlist: Resource {
        Resource(
            path: "video/playlist.m3u8", role: .mediaPlaylist, contentType: "application/vnd.apple.mpegurl",
            action: .store(ByteRope(ByteSlice(copying: [35]))))
    }
}
