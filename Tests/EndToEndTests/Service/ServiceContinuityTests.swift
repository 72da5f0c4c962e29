import Foundation
import HLS
import Testing

/// Presentations of a service that is killed or whose pipelines restart are continuous.
@Suite struct ServiceContinuityTests {
    @Test func killedServiceContinuesItsPresentations() async throws {
        try await Scratch.use { scratch in
            let service = try ServiceRun(scratch)
            try service.write("recorded", folder: scratch.file("out").path)
            try service.write(file: "service.yaml", "log: { format: json }\npipelines: {}\n")
            let run = try service.start()
            defer { run.end() }
            try await run.expect(that: { try await service.end("recorded") >= 4 }, "it is served")
            let before = try #require(try await service.playlist("recorded"))
            run.signal(SIGKILL)
            _ = try await run.outcome(within: 10)

            let next = try service.start()
            defer { next.end() }
            // A viewer that asks during the start waits.
            try await next.expect(#""event":"pipeline.state","pipeline":"recorded","message":"running""#)
            let answer = try await service.request("recorded/video/playlist.m3u8")
            #expect(answer.status == "200" && answer.seconds < 10, "\(answer)\n\(next.errors)")
            let end = before.mediaSequence + before.segments.count
            try await next.expect(that: { try await service.end("recorded") >= end + 3 }, "it continues")
            let after = try #require(try await service.playlist("recorded"))
            try expectContinuation(from: before, to: after)
            for segment in after.segments where !segment.isGap {
                #expect(try await service.status("recorded/video/\(segment.uri)") == "200", "\(segment.uri)")
            }
        }
    }

    @Test(arguments: [false, true])
    func restartedRunContinuesItsPresentation(hasFolder: Bool) async throws {
        try await Scratch.use { scratch in
            let service = try ServiceRun(scratch)
            // A source that ends, and a pipeline that is then restarted in the same process.
            try service.write("live", source: ", duration: 4s", folder: hasFolder ? scratch.file("out").path : nil)
            try service.write(
                file: "service.yaml", "defaults: { restart: always, restart-delay: 100ms }\npipelines: {}\n")
            let run = try service.start()
            defer { run.end() }
            try await run.expect(that: { try await service.end("live") >= 2 }, "it is served")
            let before = try #require(try await service.playlist("live"))
            let viewer = try Command(
                program: "python3",
                arguments: [
                    Sluice.script("follow-origin.py").path, service.url("live/"), scratch.file("seen").path, "video",
                ], folder: scratch.folder, isIdle: true
            ).start()
            defer { viewer.end() }
            try await run.expect(that: { run.errors.matches(of: /live: running/).count >= 3 }, "it restarts")
            let end = try await service.end("live")
            try await run.expect(that: { try await service.end("live") >= end + 2 }, "it continues")
            viewer.signal(SIGTERM)
            let seen = try await viewer.outcome(within: 30)
            #expect(seen.code == 0 && seen.output.isEmpty, "\(seen)\n\(run.errors)")
            try expectContinuation(from: before, to: try #require(try await service.playlist("live")))
        }
    }

    /// Expects that the later playlist lists the same segments under the same numbers, and marks a break.
    private func expectContinuation(from before: MediaPlaylist, to after: MediaPlaylist) throws {
        #expect(after.mediaSequence >= before.mediaSequence)
        let first = after.mediaSequence - before.mediaSequence
        let common = zip(before.segments.dropFirst(first), after.segments)
        #expect(common.allSatisfy { $0.uri == $1.uri || $1.isGap })
        let added = after.segments.dropFirst(before.segments.count - first)
        #expect(added.contains { $0.isDiscontinuity }, "\(after)")
        #expect(Set(after.segments.map(\.uri)).count == after.segments.count)
    }
}
