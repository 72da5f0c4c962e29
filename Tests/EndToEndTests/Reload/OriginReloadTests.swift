import Foundation
import Testing

/// An origin continues to serve while its upstream stages are replaced.
@Suite struct OriginReloadTests {
    @Test(arguments: [false, true])
    func aReloadFailsNoRequestOfAViewer(isLowLatency: Bool) async throws {
        try await Scratch.use { scratch in
            let pipeline = ServedPipeline(isLowLatency: isLowLatency)
            let live = try LiveOrigin(scratch, pipeline)
            defer { live.program.end() }
            let address = try await live.address()
            // Nothing is served before the first segments.
            for rendition in ["video", "audio"] {
                let playlist = "\(address)\(rendition)/playlist.m3u8"
                try await live.waits {
                    try await scratch.run("curl", ["--silent", "--fail", "--output", "/dev/null", playlist]).code == 0
                }
            }
            let viewer = try Command(
                program: "python3",
                arguments: [
                    Sluice.script("follow-origin.py").path, address, scratch.file("seen").path, "video", "audio",
                ], folder: scratch.folder, isIdle: true
            ).start()
            defer { viewer.end() }
            try await live.waits { live.segments >= 3 }

            try await live.reload(pipeline, says: "reloaded: no changes")
            var changed = pipeline
            changed.bitRate = "300kbps"
            try await live.reload(changed, says: "reloaded: replaced: video\n")
            var before = live.segments
            try await live.waits { live.segments >= before + 3 }
            changed.window = 90
            try await live.reload(changed, says: "reloaded: replaced: playlists, origin\n")
            before = live.segments
            try await live.waits { live.segments >= before + 3 }
            changed.fragment = "sync-sample"
            if !isLowLatency {
                try await live.reload(changed, says: "reloaded: replaced: segments, playlists, origin\n")
                before = live.segments
                try await live.waits { live.segments >= before + 3 }
            }
            viewer.signal(SIGTERM)
            let seen = try await viewer.outcome(within: 30)
            #expect(seen.code == 0 && seen.output.isEmpty, "\(seen)\n\(live.program.errors)")
            live.program.signal(SIGINT)
            let outcome = try await live.program.outcome(within: 30).succeeded()
            let addresses = outcome.errors.matches(of: /serving (http\S*)/).map { String($0.1) }
            #expect(addresses.count >= 2 && Set(addresses) == [address], "the listener stays: \(outcome.errors)")
            for rendition in ["video", "audio"] {
                let playlist = scratch.file("seen/\(rendition)/playlist.m3u8")
                // ffprobe waits for more segments if a playlist is not complete.
                try Data((String(contentsOf: playlist, encoding: .utf8) + "#EXT-X-ENDLIST\n").utf8).write(to: playlist)
                let probed = try await scratch.run(
                    "ffprobe",
                    ["-v", "error", "-count_packets", "-show_entries", "stream=nb_read_packets", playlist.path])
                #expect(probed.code == 0 && probed.errors.isEmpty, "\(probed)")
                let text = try PlaylistText(String(contentsOf: playlist, encoding: .utf8))
                // No segment was removed; the numbers depend on the date.
                let first = String(format: "segment-%05d.m4s", text.mediaSequence + 1)
                #expect(text.segments.first?.uri == first && text.has("EXT-X-DISCONTINUITY"))
            }
        }
    }
}

/// A live test pattern with an origin.
private struct ServedPipeline {
    var isLowLatency: Bool
    var bitRate = "500kbps"
    var window = 100
    var fragment = ""

    var text: String {
        let part = isLowLatency ? ", profile: cmaf, part: 250ms" : fragment.isEmpty ? "" : ", fragments: \(fragment)"
        return """
            pipeline: served
            stages:
              picture: { use: test.video, with: { size: 320x180, rate: 25, live: true } }
              tone: { use: test.audio, with: { rate: 48000, channels: 2, live: true } }
              keyframes: { use: keyframe.force, from: picture, with: { interval: 1s } }
              video: { use: video.encode, from: keyframes, with: { bitrate: \(bitRate), tune: zerolatency } }
              audio: { use: audio.encode, from: tone }
              segments: { use: fmp4.segment, from: [video, audio], with: { interval: 1s\(part) } }
              playlists: { use: hls.playlist, from: segments, with: { type: live, window: \(window), end-list: false } }
              origin: { use: http.origin, from: playlists, with: { listen: 127.0.0.1:0 } }

            """
    }
}

/// A run with an origin.
private struct LiveOrigin {
    let scratch: Scratch
    let program: RunningProgram
    private let environment: [String: String]

    init(_ scratch: Scratch, _ pipeline: ServedPipeline) throws {
        self.scratch = scratch
        environment = ["XDG_RUNTIME_DIR": scratch.folder.path]
        _ = try scratch.write("pipeline.yaml", pipeline.text)
        var command = scratch.command(["run", "pipeline.yaml"], limit: 120)
        command.environment = environment
        command.isIdle = true
        program = try command.start()
    }

    /// The number of video segments that the viewer has received.
    var segments: Int {
        let names = try? FileManager.default.contentsOfDirectory(atPath: scratch.file("seen/video").path)
        return names?.count { $0.contains(/^segment-\d+\.m4s$/) } ?? 0
    }

    func address() async throws -> String {
        try await waits { program.errors.contains(/serving http\S*\/\n/) }
        guard let match = program.errors.firstMatch(of: /serving (http\S*)/) else { throw Unable("nothing is served") }
        return String(match.1)
    }

    /// Writes the pipeline, requests a reload by name, and waits for this line in the run's log.
    func reload(_ pipeline: ServedPipeline, says line: String) async throws {
        _ = try scratch.write("pipeline.yaml", pipeline.text)
        var command = scratch.command(["reload", "served"])
        command.environment = environment
        command.isIdle = true
        _ = try await command.run().succeeded()
        try await waits { program.errors.contains(line) }
    }

    func waits(for condition: () async throws -> Bool) async throws {
        let isSo = try await eventually(within: 60) { try await condition() || !program.isRunning }
        guard isSo, program.isRunning else { throw Unable("it did not come to that: \(program.errors.suffix(3000))") }
    }
}
