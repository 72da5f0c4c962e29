import Foundation
import Testing

/// Live pipelines without `keyframe.force`, and the errors of `check` for invalid ones.
@Suite(.serialized) struct ShortPipelineTests {
    private static let encoders = [
        "codec: h264, encoder: x264", "codec: h264, encoder: openh264", "codec: hevc, preset: ultrafast",
        "codec: av1, max-keyframe-distance: 2s",
        "codec: h264, preset: superfast, ladder: [{ height: 180 }, { height: 90 }, { height: 90, trick-play: true }]",
    ]

    private func pipeline(_ encoding: String, type: String = "live", more: String = "", in scratch: Scratch) throws
        -> URL
    {
        try scratch.write(
            "short.yaml",
            """
            pipeline: short
            \(more)
            stages:
              picture: { use: test.video, with: { size: 320x180, rate: 30, live: true } }
              tone: { use: test.audio, with: { live: true } }
              video: { use: video.encode, from: picture, with: { \(encoding) } }
              audio: { use: audio.encode, from: tone }
              segments: { use: fmp4.segment, from: [video, audio], with: { interval: 2s } }
              playlists: { use: hls.playlist, from: segments, with: { type: \(type), window: 10 } }
              folder: { use: file.folder, from: playlists, with: { path: out } }

            """)
    }

    @Test(arguments: encoders) func everyEncoderIsCutAtEveryBoundary(encoding: String) async throws {
        try await Scratch.use { scratch in
            let file = try pipeline(encoding, in: scratch)
            let outcome = try await scratch.sluice("run", file.path, "--duration", "7s", limit: 60).succeeded()
            let presentation = try Presentation(folder: scratch.file("out"))
            for rendition in presentation.renditions {
                let whole = rendition.playlist.segments.dropFirst().dropLast().map(\.duration)
                #expect(whole.count >= 1 && whole.allSatisfy { abs($0 - 2) < 0.05 }, "\(whole) \(outcome)")
            }
        }
    }

    @Test func aBoundaryThatTheEncoderCannotMeetIsWarnedOfAndReported() async throws {
        try await Scratch.use { scratch in
            let file = try pipeline("codec: av1, max-keyframe-distance: 5s", in: scratch)
            let check = try await scratch.sluice("check", file.path).succeeded()
            #expect(check.errors.contains("has a fixed keyframe interval of 5s"), "\(check.errors)")
            let run = try await scratch.sluice("run", file.path, "--duration", "4s", limit: 60)
            #expect(run.errors.contains("no sync sample at the segment boundary at 2.0 s"), "\(run.errors)")
        }
    }

    @Test func optionsAndParametersWithoutEffectAreWarnedOf() async throws {
        try await Scratch.use { scratch in
            let file = try pipeline("codec: h264", type: "vod", more: "parameters: { spare: 1 }", in: scratch)
            let check = try await scratch.sluice("check", file.path).succeeded()
            #expect(check.errors.contains("'window' has no effect: playlists of type vod list all segments"))
            #expect(check.errors.contains("no value refers to the parameter 'spare'"))
        }
    }

    @Test func theShippedPipelinesAreFreeOfWarnings() async throws {
        try await Scratch.use { scratch in
            let folder = Sluice.pipeline("live-camera").deletingLastPathComponent()
            let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
                $0.hasSuffix(".yaml")
            }
            for file in files {
                let check = try await scratch.sluice("check", folder.appending(path: file).path).succeeded()
                #expect(check.errors.isEmpty, "\(check.errors)")
            }
        }
    }
}
