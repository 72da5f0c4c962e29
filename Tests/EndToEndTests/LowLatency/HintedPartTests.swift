import Foundation
import Synchronization
import Testing

/// Players that request the hinted part before it exists, as Apple's player and hls.js do.
@Suite struct HintedPartTests {
    private static let sender =
        "videotestsrc is-live=true ! video/x-raw,width=160,height=90,framerate=25/1 "
        + "! x264enc tune=zerolatency speed-preset=ultrafast key-int-max=25 ! mpegtsmux alignment=7 "
        + "! udpsink host=127.0.0.1 port="

    private func pipeline(_ port: UInt16) -> String {
        """
        stages:
          feed:
            use: capture.coded-launch
            with: { launch: "udpsrc address=127.0.0.1 port=\(port) ! tsdemux" }
          segments: { use: fmp4.segment, from: feed, with: { profile: cmaf, interval: 1s, part: 250ms } }
          playlists: { use: hls.playlist, from: segments, with: { type: live, window: 8 } }
          origin: { use: http.origin, from: playlists, with: { listen: "127.0.0.1:0" } }

        """
    }

    private final class Ending: Sendable {
        let isOver = Mutex(false)
    }

    /// Requests each hinted part when it is listed, until the end. Returns the statuses of the answers.
    private func requestHints(_ run: LowLatencyRun, until end: Ending) async throws -> [String] {
        var (statuses, last) = ([String](), "")
        while !end.isOver.withLock({ $0 }) {
            let (segment, parts) = try await run.edge()
            let answer = try await run.playlist("video", "?_HLS_msn=\(segment)&_HLS_part=\(parts)")
            guard let hint = answer.firstMatch(of: /PRELOAD-HINT:TYPE=PART,URI="([^"]+)"/)?.1, hint != last else {
                continue
            }
            last = String(hint)
            statuses.append(try await run.status("\(run.address)video/\(hint)"))
        }
        return statuses
    }

    @Test func pauseOfSenderOrServerLeavesNoHintUnanswered() async throws {
        try await Scratch.use { scratch in
            let port = freePort()
            let words = ["-q"] + "\(Self.sender)\(port)".split(separator: " ").map(String.init)
            let sender = try Command(
                program: "/usr/bin/gst-launch-1.0", arguments: words, folder: scratch.folder
            ).start()
            defer { sender.end() }
            let run = try await LowLatencyRun(
                scratch, pipeline: scratch.write("feed.yaml", pipeline(port)), settings: [], segments: 2)
            defer { run.end() }
            let end = Ending()
            let statuses = try await withThrowingTaskGroup(of: [String].self) { group in
                for _ in 0..<3 {
                    group.addTask { try await self.requestHints(run, until: end) }
                }
                for program in [sender, run.program] {
                    let begin = try await run.edge().segment
                    program.signal(SIGSTOP)
                    try await Task.sleep(for: .milliseconds(1500))
                    program.signal(SIGCONT)
                    let isBack = try await eventually(within: 30) { try await run.edge().segment >= begin + 3 }
                    #expect(isBack, "\(run.program.errors)")
                }
                end.isOver.withLock { $0 = true }
                return try await group.reduce(into: []) { $0 += $1 }
            }
            // On a busy machine the pause may become a loss, whose parts are missing.
            let isLost = run.program.errors.contains("reopening until it succeeds")
            #expect(
                statuses.count >= 6 && (Set(statuses) == ["200"] || isLost), "\(statuses) \(run.program.errors)")
        }
    }
}
