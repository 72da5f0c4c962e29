import Foundation
import Testing

/// A changed pipeline file is reloaded while the outputs it does not affect continue.
@Suite struct ReloadTests {
    @Test func anUntouchedOutputGoesOnWhileAnotherChangesAndARecordingJoins() async throws {
        try await Scratch.use { scratch in
            let live = try LiveRun(in: scratch)
            var video = PlaylistWitness(of: scratch.file("one/video/playlist.m3u8"))
            var audio = PlaylistWitness(of: scratch.file("one/audio/playlist.m3u8"))
            try await live.waits {
                try video.look(); try audio.look(); return video.segments >= 3
            }
            try live.write(TwoOutputs(window: 6, bitRate: "200kbps", records: true))
            try await live.reload()
            try await live.waits { live.program.errors.contains("reloaded: ") }
            let before = video.segments
            try await live.waits {
                try video.look(); try audio.look(); return video.segments >= before + 4
            }
            // An invalid file changes nothing; the run reports the error and its position.
            try live.write("pipeline: live\nstages:\n  picture: { use: test.vidoe }\n")
            let refused = try await live.reloading()
            #expect(refused.code == 1 && refused.errors.contains("pipeline.yaml:3:19: error:"), "\(refused)")
            try await live.waits { live.program.errors.contains("not reloaded") }
            #expect(live.program.errors.contains("pipeline.yaml:3:19: error:"), "\(live.program.errors)")
            // The recording ends when its stage is removed.
            try live.write(TwoOutputs(window: 6, bitRate: "200kbps"))
            try await live.reload()
            try await live.waits { live.program.errors.contains("removed: recording") }
            let last = video.segments
            try await live.waits {
                try video.look(); try audio.look(); return video.segments >= last + 2
            }
            let stop = try await live.command("stop", "live", "--end").succeeded()
            #expect(stop.output.hasPrefix("stopped live (process "), "\(stop)")
            try await live.waits {
                try video.look(); try audio.look(); return !live.program.isRunning
            }
            let outcome = try await live.program.outcome(within: 20).succeeded()
            #expect(outcome.errors.contains("replaced: video2, playlists2, folder2; added: recording"), "\(outcome)")
            #expect(outcome.errors.contains(", 2 reloads"))

            for witness in [video, audio] { expectUntouched(witness) }
            for folder in ["one", "two"] {
                let presentation = try Presentation(folder: scratch.file(folder))
                for rendition in presentation.renditions {
                    #expect(rendition.playlist.isWhole)
                    let decoded = try await scratch.decode(rendition.joined(in: scratch))
                    #expect(decoded.code == 0 && decoded.errors.isEmpty, "\(decoded)")
                }
            }
            let recording = try await scratch.decode(scratch.file("recording.mp4"))
            #expect(recording.code == 0 && recording.errors.isEmpty, "\(recording)")
        }
    }

    @Test func anotherPictureGoesOnInTheSamePlaylists() async throws {
        try await Scratch.use { scratch in
            let live = try LiveRun(in: scratch)
            var video = PlaylistWitness(of: scratch.file("one/video/playlist.m3u8"))
            try await live.waits {
                try video.look(); return video.segments >= 2
            }
            try live.write(TwoOutputs(pattern: "ball"))
            try await live.reload()
            try await live.waits { live.program.errors.contains("replaced: picture") }
            let before = video.segments
            try await live.waits {
                try video.look(); return video.segments >= before + 3
            }
            live.program.signal(SIGINT)
            _ = try await live.program.outcome(within: 20).succeeded()
            try video.look()
            #expect(video.versions.allSatisfy { !$0.has("EXT-X-DISCONTINUITY") && $0.mediaSequence == 0 })
            #expect(video.versions.last?.isWhole == true)
        }
    }

    @Test func twentyReloadsLeaveNoDescriptorThreadOrMemory() async throws {
        try await Scratch.use { scratch in
            let live = try LiveRun(in: scratch)
            var video = PlaylistWitness(of: scratch.file("one/video/playlist.m3u8"))
            try await live.waits {
                try video.look(); return video.segments >= 2
            }
            var measures: [Measure] = []
            for index in 1...20 {
                try live.write(TwoOutputs(window: 5 + index % 2, bitRate: "\(300 + index)kbps"))
                try await live.reload()
                try await live.waits {
                    try video.look()
                    return live.program.errors.ranges(of: "reloaded: ").count == index
                }
                measures.append(try Measure(live.program.pid))
            }
            try await live.waits {
                try video.look()
                return video.versions.count >= 5
            }
            live.program.signal(SIGINT)
            try await live.waits {
                try video.look(); return !live.program.isRunning
            }
            _ = try await live.program.outcome(within: 20).succeeded()
            expectUntouched(video)
            let (early, late) = (measures[3], measures[19])
            #expect(late.descriptors <= early.descriptors + 3, "\(measures)")
            // GStreamer and GLib end the idle threads of their pools later: a leak would be one thread per reload, sixteen.
            #expect(late.threads <= early.threads + 8, "\(measures)")
            #expect(late.kibibytes <= early.kibibytes + 24 << 10, "\(measures)")
        }
    }

    private func expectUntouched(_ witness: PlaylistWitness) {
        #expect(witness.versions.count >= 5)
        for (before, after) in zip(witness.versions, witness.versions.dropFirst()) {
            #expect(after.mediaSequence == before.mediaSequence)
            #expect(zip(before.segments, after.segments).allSatisfy { $0.uri == $1.uri && $0.extinf == $1.extinf })
            #expect(after.segments.count >= before.segments.count)
        }
        for version in witness.versions { #expect(!version.has("EXT-X-DISCONTINUITY") && !version.has("EXT-X-GAP")) }
        // All segments except the first and the last have the full duration.
        let durations = witness.versions.last?.segments.map(\.duration) ?? []
        for duration in durations.dropFirst(2).dropLast() { #expect(abs(duration - 1) < 0.05, "\(durations)") }
    }
}

/// A live test pattern with two outputs.
private struct TwoOutputs {
    var window = 5
    var bitRate = "300kbps"
    var pattern = "smpte"
    var records = false

    var text: String {
        """
        pipeline: live
        stages:
          picture: { use: test.video, with: { size: 320x180, rate: 25, live: true, pattern: \(pattern) } }
          tone: { use: test.audio, with: { rate: 48000, channels: 2, live: true } }
          keyframes: { use: keyframe.force, from: picture, with: { interval: 1s } }
          video: { use: video.encode, from: keyframes, with: { bitrate: 500kbps } }
          audio: { use: audio.encode, from: tone }
          segments: { use: fmp4.segment, from: [video, audio], with: { interval: 1s } }
          playlists: { use: hls.playlist, from: segments, with: { type: live, window: 200 } }
          folder: { use: file.folder, from: playlists, with: { path: one } }
          video2: { use: video.encode, from: keyframes, with: { bitrate: \(bitRate) } }
          segments2: { use: fmp4.segment, from: [video2, audio], with: { interval: 1s } }
          playlists2: { use: hls.playlist, from: segments2, with: { type: live, window: \(window) } }
          folder2: { use: file.folder, from: playlists2, with: { path: two } }

        """ + (records ? "  recording: { use: file.movie, from: [video, audio], with: { path: recording.mp4 } }\n" : "")
    }
}

/// A run whose pipeline file changes.
private struct LiveRun {
    let scratch: Scratch
    let program: RunningProgram
    private let environment: [String: String]

    init(in scratch: Scratch) throws {
        self.scratch = scratch
        environment = ["XDG_RUNTIME_DIR": scratch.folder.path]
        _ = try scratch.write("pipeline.yaml", TwoOutputs().text)
        var command = scratch.command(["run", "pipeline.yaml"], limit: 90)
        command.environment = environment
        command.isIdle = true
        program = try command.start()
    }

    func write(_ outputs: TwoOutputs) throws { try write(outputs.text) }
    func write(_ text: String) throws { _ = try scratch.write("pipeline.yaml", text) }

    /// Requests a reload by name.
    func reload() async throws { _ = try await reloading().succeeded() }

    /// Returns the outcome of the command that reloads the run.
    func reloading() async throws -> Outcome { try await command("reload", "live") }

    /// Returns the outcome of a command for the run.
    func command(_ arguments: String...) async throws -> Outcome {
        var command = scratch.command(arguments)
        command.environment = environment
        command.isIdle = true
        return try await command.run()
    }

    func waits(for condition: () async throws -> Bool) async throws {
        let isSo = try await eventually(within: 45) { try await condition() }
        guard isSo else { throw Unable("it did not come to that: \(program.errors.suffix(3000))") }
    }
}

/// Every version of a playlist.
private struct PlaylistWitness {
    let url: URL
    private(set) var versions: [PlaylistText] = []
    var segments: Int { versions.last?.segments.count ?? 0 }

    init(of url: URL) { self.url = url }

    mutating func look() throws {
        guard let data = FileManager.default.contents(atPath: url.path) else { return }
        let playlist = try PlaylistText(String(decoding: data, as: UTF8.self))
        if playlist.text != versions.last?.text { versions.append(playlist) }
    }
}

/// The resources of a process.
private struct Measure {
    let descriptors: Int
    let threads: Int
    /// Anonymous memory.
    let kibibytes: Int

    init(_ process: pid_t) throws {
        descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd").count
        let status = try String(contentsOf: URL(filePath: "/proc/\(process)/status"), encoding: .utf8)
        func number(_ key: String) -> Int {
            let line = status.split(separator: "\n").first { $0.hasPrefix(key + ":") } ?? ""
            return Int(line.filter(\.isNumber)) ?? -1
        }
        threads = number("Threads")
        kibibytes = number("RssAnon")
    }
}
