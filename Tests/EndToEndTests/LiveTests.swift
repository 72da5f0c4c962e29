import Foundation
import Testing

/// Live runs end cleanly, and every published playlist is valid.
@Suite struct LiveTests {
    @Test func aDurationEndsTheRunInGoodOrder() async throws {
        try await Scratch.use { scratch in
            let output = scratch.file("out")
            let outcome = try await scratch.liveCommand(output, "--duration", "3500ms", window: 20).run().succeeded()
            #expect(outcome.seconds > 3 && outcome.seconds < 15, "it runs at the pace of time: \(outcome)")
            try await expectGoodEnd(output, seconds: 3.2...3.8, in: scratch)
        }
    }

    /// A supervisor that sends SIGTERM, and a service manager by any signal, usually starts the run again.
    @Test(arguments: [(SIGINT, false), (SIGTERM, false), (SIGINT, true)])
    func aSignalEndsTheRunInGoodOrder(signal: Int32, isManaged: Bool) async throws {
        try await Scratch.use { scratch in
            let output = scratch.file("out")
            var command = scratch.liveCommand(output, window: 20)
            if isManaged { command.environment["NOTIFY_SOCKET"] = scratch.file("notify").path }
            let run = try command.start()
            let hasSegments = try await eventually(within: 20) {
                let playlist = try? PlaylistText(output.appending(path: "video/playlist.m3u8"))
                return (playlist?.segments.count ?? 0) >= 2 || !run.isRunning
            }
            run.signal(signal)
            _ = try await run.outcome(within: 20).succeeded()
            try #require(hasSegments)
            let ends = signal == SIGINT && !isManaged
            try await expectGoodEnd(output, seconds: 1.5...20, ended: ends, in: scratch)
            try await expectCommonEnd(output, in: scratch)
        }
    }

    /// A signal that comes before its handler is installed is not lost.
    @Test(arguments: [SIGINT, SIGTERM])
    func aSignalAtTheStartEndsTheProcess(signal: Int32) async throws {
        try await Scratch.use { scratch in
            let library = scratch.file("alter.so").path
            let source = Sluice.script("alter-calls.c").path
            _ = try await scratch.run("cc", ["-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"]).succeeded()
            var command = scratch.liveCommand(scratch.file("out"))
            command.environment.merge(["LD_PRELOAD": library, "SLUICE_SIGNAL": "\(signal)"]) { $1 }
            let outcome = try await command.start().outcome(within: 30)
            #expect(!outcome.isTimedOut && [0, -signal, 128 + signal].contains(outcome.code), "\(outcome)")
        }
    }

    @Test func twoSignalsEndTheRunSoon() async throws {
        try await Scratch.use { scratch in
            let run = try scratch.liveCommand(scratch.file("out")).start()
            _ = try await eventually(within: 20) {
                FileManager.default.fileExists(atPath: scratch.file("out/index.m3u8").path) || !run.isRunning
            }
            run.signal(SIGINT)
            run.signal(SIGINT)
            let outcome = try await run.outcome(within: 10)
            #expect(!outcome.isTimedOut)
        }
    }

    @Test func everyPublishedPlaylistIsRight() async throws {
        try await Scratch.use { scratch in
            let output = scratch.file("out")
            let run = try scratch.liveCommand(output, "--duration", "14s").start()
            var video = Observation(of: output.appending(path: "video/playlist.m3u8"))
            var audio = Observation(of: output.appending(path: "audio/playlist.m3u8"))
            let hasEnded = try await eventually(within: 40) {
                try video.look()
                try audio.look()
                return !run.isRunning
            }
            _ = try await run.outcome(within: 1).succeeded()
            try #require(hasEnded)
            for observation in [video, audio] { expectRight(observation) }
        }
    }

    private func expectRight(_ observation: Observation) {
        let versions = observation.versions
        #expect(versions.count > 8)
        // HLS Authoring Specification: the target duration never changes.
        #expect(Set(versions.map(\.targetDuration)).count == 1)
        #expect(versions.last?.isWhole == true && versions.dropLast().allSatisfy { !$0.isWhole })
        #expect(versions.allSatisfy { !$0.has("EXT-X-PLAYLIST-TYPE") })
        #expect(observation.missing.isEmpty, "named before they were there: \(observation.missing)")
        for (before, after) in zip(versions, versions.dropFirst()) {
            let removed = after.mediaSequence - before.mediaSequence
            #expect(removed >= 0 && removed <= before.segments.count)
            // Remaining segments keep their names, durations and order.
            let kept = before.segments.dropFirst(removed)
            #expect(zip(kept, after.segments).allSatisfy { $0.uri == $1.uri && $0.extinf == $1.extinf })
            #expect(after.segments.count >= kept.count)
            // RFC 8216bis 6.2.2: at least three target durations while the presentation is live.
            if removed > 0 {
                #expect(after.segments.map(\.duration).reduce(0, +) >= Double(3 * after.targetDuration) - 0.001)
            }
        }
        // RFC 8216bis 6.2.2: a removed segment stays available for its duration plus the duration of the longest playlist
        // that contained it.
        #expect(!observation.kept.isEmpty, "this run was too short to remove a file")
        for (uri, seconds) in observation.kept {
            let naming = versions.filter { $0.segments.contains { $0.uri == uri } }
            let longest = naming.map { $0.segments.map(\.duration).reduce(0, +) }.max() ?? 0
            let duration = naming.first?.segments.first { $0.uri == uri }?.duration ?? 0
            #expect(seconds > duration + longest - 0.01, "\(uri) went away after \(seconds) s")
        }
    }

    private func expectGoodEnd(
        _ output: URL, seconds: ClosedRange<Double>, ended: Bool = true, in scratch: Scratch
    ) async throws {
        let presentation = try Presentation(folder: output)
        #expect(presentation.renditions.count == 2)
        for rendition in presentation.renditions {
            #expect(rendition.playlist.isWhole == ended)
            let durations = rendition.playlist.segments.map(\.duration)
            #expect(seconds.contains(durations.reduce(0, +)), "\(durations)")
            // Live sources do not start at exactly the same time.
            #expect((durations.first ?? 0) < 1.2)
            for duration in durations.dropFirst().dropLast() { #expect(abs(duration - 1) < 0.05) }
            let file = try rendition.joined(in: scratch)
            let decoded = try await scratch.decode(file)
            #expect(decoded.code == 0 && decoded.errors.isEmpty, "\(decoded)")
        }
    }

    /// Expects that audio and video end at the same time.
    private func expectCommonEnd(_ output: URL, in scratch: Scratch) async throws {
        let presentation = try Presentation(folder: output)
        var ends: [Double] = []
        for type in ["video", "audio"] {
            let list = try await presentation.rendition(type, in: scratch).packets(isRaw: true, in: scratch)
            ends.append(try #require(list.times(type).last))
        }
        #expect(abs(ends[0] - ends[1]) < 0.15, "\(ends)")
    }

    /// Observes a live playlist continuously.
    private struct Observation {
        let url: URL
        /// Each version of the playlist.
        private(set) var versions: [PlaylistText] = []
        /// Listed files that did not exist.
        private(set) var missing: Set<String> = []
        /// The maximum time in seconds that removed files remained after they left the playlist.
        private(set) var kept: [String: Double] = [:]
        /// The last time each file was listed.
        private var named: [String: ContinuousClock.Instant] = [:]

        init(of url: URL) { self.url = url }

        mutating func look() throws {
            guard let data = FileManager.default.contents(atPath: url.path) else { return }
            let playlist = try PlaylistText(String(decoding: data, as: UTF8.self))
            let now = ContinuousClock.now
            let names = Set(playlist.segments.map(\.uri))
            missing.formUnion(names.filter { !isThere($0) })
            if playlist.text != versions.last?.text { versions.append(playlist) }
            for uri in names { named[uri] = now }
            for (uri, last) in named where !names.contains(uri) && kept[uri] == nil && !isThere(uri) {
                kept[uri] = (ContinuousClock.now - last).inSeconds
            }
        }

        private func isThere(_ uri: String) -> Bool {
            FileManager.default.fileExists(atPath: url.deletingLastPathComponent().appending(path: uri).path)
        }
    }
}
