import Foundation
import Testing

/// A live source with an encoder that is too slow for real time on any machine.
@Suite struct SlowMachineTests {
    @Test func picturesAreDroppedAtTheSourceAndTheRestStaysRight() async throws {
        try await Scratch.use { scratch in
            let file = try scratch.write(
                "slow.yaml",
                """
                pipeline: slow
                stages:
                  picture:
                    use: test.video
                    with: { size: 1920x1080, rate: 60, live: true, pattern: snow, when-full: drop-to-keyframe }
                  tone: { use: test.audio, with: { live: true } }
                  keyframes: { use: keyframe.force, from: picture, with: { interval: 2s } }
                  video:
                    use: video.encode
                    from: keyframes
                    with: { codec: h264, bitrate: 2Mbps, preset: slow, look-ahead: 0, threads: 1 }
                  audio: { use: audio.encode, from: tone, with: { codec: aac } }
                  segments: { use: fmp4.segment, from: [video, audio], with: { interval: 2s, profile: cmaf } }
                  playlists: { use: hls.playlist, from: segments, with: { type: event } }
                  folder: { use: file.folder, from: playlists, with: { path: out } }

                """)
            let arguments = ["run", file.path, "--duration", "8s", "--report", "json"]
            let outcome = try await scratch.command(arguments, limit: 240).run().succeeded()
            let stages = try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8)).stages
            let dropped = Dictionary(uniqueKeysWithValues: stages.map { ($0.name, $0.dropped) })
            #expect(dropped["picture"] ?? 0 > 50, "\(dropped)")
            #expect(dropped["tone"] == 0, "\(dropped)")
            #expect(outcome.errors.contains("because the stages below were too slow"))

            let presentation = try Presentation(folder: scratch.file("out"))
            for rendition in presentation.renditions {
                let playlist = rendition.playlist
                let durations = playlist.segments.map(\.duration)
                // The last frames may be among the dropped ones.
                #expect((6...8.8).contains(durations.reduce(0, +)), "\(durations)")
                // Frames may be missing at a boundary: the next one starts the segment, or there is a gap.
                #expect(durations.allSatisfy { Int($0.rounded()) <= playlist.targetDuration }, "\(durations)")
            }
            let rendition = try #require(presentation.renditions.first { $0.name.hasPrefix("audio") })
            let sound = try await rendition.packets(isRaw: true, in: scratch)
            let times = try sound.times("audio")
            for (time, next) in zip(times, times.dropFirst()) { #expect(abs(next - time - 1024 / 48_000.0) < 0.0001) }
            #expect(abs((times.last ?? 0) - (times.first ?? 0) - 8) < 0.3)
        }
    }

    private struct Report: Decodable {
        var stages: [Stage]
        struct Stage: Decodable {
            var name: String
            var dropped: Int
        }
    }
}
