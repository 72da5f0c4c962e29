import Foundation
import Testing

/// Dynamic range, rotation, aspect ratio and coding structure of video processed by the tool.
@Suite struct PictureTests {
    @Test(arguments: ["passthrough", "encoding"], profiles)
    func highDynamicRangeIsKept(mode: String, profile: String) async throws {
        try await Scratch.use { scratch in
            let input = try await CodecMovie.hdr10.file()
            let output = scratch.file("out")
            let outcome = try await scratch.run(
                pipeline: Self.pipeline(input, output, mode, profile), limit: 90
            ).succeeded()
            #expect(!outcome.errors.contains("warning"), "\(outcome)")
            let presentation = try Presentation(folder: output)
            #expect(presentation.multivariant.variants.first?.attributes["VIDEO-RANGE"] == "PQ")
            #expect(presentation.multivariant.variants.first?.attributes["CODECS"]?.hasPrefix("hvc1.2.4.") == true)
            let file = try await presentation.rendition("video", in: scratch).joined(in: scratch)
            let stream = try await ProbedStream.first("video", of: file, in: scratch)
            #expect(stream.color_transfer == "smpte2084" && stream.pix_fmt == "yuv420p10le")
            let data = stream.side_data_list ?? []
            #expect(data.contains { $0.max_luminance == "10000000/10000" }, "mastering display")
            #expect(data.contains { $0.max_content == 1000 }, "content light level")
            for player in Player.allCases { _ = try await player.play(presentation.multivariantURL, in: scratch) }
        }
    }

    @Test(arguments: ["passthrough", "encoding"])
    func hlgIsSignalled(mode: String) async throws {
        try await Scratch.use { scratch in
            let output = scratch.file("out")
            _ = try await scratch.run(
                pipeline: Self.pipeline(try await CodecMovie.hlg.file(), output, mode, "cmaf")
            ).succeeded()
            let presentation = try Presentation(folder: output)
            #expect(presentation.multivariant.variants.first?.attributes["VIDEO-RANGE"] == "HLG")
            let stream = try await ProbedStream.first("v", of: presentation.multivariantURL, in: scratch)
            #expect(stream.color_transfer == "arib-std-b67" && stream.pix_fmt == "yuv420p10le")
        }
    }

    @Test(arguments: ["mp4", "ts"], profiles)
    func openGroupsOfPicturesBeginSegmentsUnderCMAFOnly(container: String, profile: String) async throws {
        try await Scratch.use { scratch in
            let input = try await CodecMovie.openHEVC.file(container)
            let output = scratch.file("out")
            let outcome = try await scratch.run(
                pipeline: Self.pipeline(input, output, container == "mp4" ? "passthrough" : "reading", profile)
            ).succeeded()
            #expect(outcome.errors.contains("random-access: cra") == (profile != "cmaf"), "\(outcome)")
            let presentation = try Presentation(folder: output)
            let video = try await presentation.rendition("video", in: scratch)
            #expect((video.playlist.segments.count > 1) == (profile == "cmaf"))
            let packets = try await video.packets(in: scratch).packets("video").count
            #expect(try await PacketList(input, in: scratch).packets("video").count == packets)
            _ = try await Player.ffmpeg.play(presentation.multivariantURL, in: scratch)
        }
    }

    @Test func interlacedPicturesAreCarriedWithAWarningAndDeinterlacedWhenEncoded() async throws {
        try await Scratch.use { scratch in
            let input = try await made(
                "interlaced.mp4",
                byFFmpeg: [
                    "-f", "lavfi", "-i", "testsrc2=size=320x180:rate=50:duration=2", "-vf", "interlace", "-c:v",
                    "libx264",
                    "-flags", "+ildct+ilme", "-pix_fmt", "yuv420p",
                ])
            for mode in ["passthrough", "reading"] {
                let output = scratch.file(mode)
                let outcome = try await scratch.run(pipeline: Self.pipeline(input, output, mode, "cmaf")).succeeded()
                #expect(outcome.errors.contains("interlaced") && outcome.errors.contains("1.14"), "\(outcome)")
                let carried = try await Presentation(folder: output).rendition("video", in: scratch)
                let fields = try await PacketList(carried.joined(in: scratch), isRaw: true, in: scratch)
                #expect(try fields.packets("video").count == 50)
            }
            let presentation = try await encoded(input)
            let file = try await presentation.rendition("video", in: scratch).joined(in: scratch)
            let packets = try await PacketList(file, isRaw: true, in: scratch).packets("video").count
            #expect(packets == 50, "one frame for each pair of fields")
            let stream = try await ProbedStream.first("video", of: file, in: scratch)
            #expect(stream.field_order ?? "progressive" == "progressive")
        }
    }

    @Test func aTurnedMovieKeepsItsMatrixAndIsTurnedWhenEncoded() async throws {
        try await Scratch.use { scratch in
            let upright = try await CodecMovie.h264.file()
            // Up to ffmpeg 5 (Debian 12) the metadata option sets the rotation; `-display_rotation` exists from ffmpeg
            // 6 on (Debian 13 has 7).
            let input = try await made(
                "turned.mp4",
                byFFmpeg: FFmpeg.version() < 6
                    ? ["-i", upright.path, "-c", "copy", "-metadata:s:v", "rotate=90"]
                    : ["-display_rotation:v:0", "90", "-i", upright.path, "-c", "copy"])
            let passed = try await SharedRuns.shared.presentation(["segment", input.path, "OUTPUT", "--interval", "1s"])
            let file = try await passed.rendition("video", in: scratch).joined(in: scratch)
            let stream = try await ProbedStream.first("video", of: file, in: scratch)
            #expect(stream.side_data_list?.contains { abs($0.rotation ?? 0) == 90 } == true)
            #expect(passed.multivariant.variants.first?.attributes["RESOLUTION"] == "180x320")

            let turned = try await encoded(input)
            let written = try await ProbedStream.first(
                "video", of: turned.rendition("video", in: scratch).joined(in: scratch), in: scratch)
            #expect(written.width == 180 && written.height == 320)
            #expect(turned.multivariant.variants.first?.attributes["RESOLUTION"] == "180x320")
        }
    }

    @Test func pixelsThatAreNotSquareKeepTheirShape() async throws {
        try await Scratch.use { scratch in
            let input = try await made(
                "anamorphic.mp4",
                byFFmpeg: [
                    "-f", "lavfi", "-i", "testsrc2=size=360x288:rate=25:duration=2", "-vf", "setsar=16/15", "-c:v",
                    "libx264", "-g", "25", "-pix_fmt", "yuv420p",
                ])
            let passed = try await SharedRuns.shared.presentation(["segment", input.path, "OUTPUT", "--interval", "1s"])
            for presentation in [passed, try await encoded(input)] {
                #expect(presentation.multivariant.variants.first?.attributes["RESOLUTION"] == "384x288")
            }
        }
    }

    private func encoded(_ input: URL) async throws -> Presentation {
        try await SharedRuns.shared.presentation(["segment", input.path, "OUTPUT", "--interval", "1s", "--encode"])
    }

    private static func pipeline(_ input: URL, _ output: URL, _ mode: String, _ profile: String) -> String {
        let reading = ["passthrough": "mp4.read", "reading": "file.read"][mode]
        let video =
            if let reading {
                "  video: { use: \(reading), with: { path: \"\(input.path)\" } }"
            } else {
                """
                  movie: { use: file.decode, with: { path: "\(input.path)" } }
                  keyframes: { use: keyframe.force, from: movie, with: { interval: 1s } }
                  video: { use: video.encode, from: keyframes, with: { codec: hevc, preset: ultrafast, look-ahead: 5 } }
                """
            }
        return """
            pipeline: test
            stages:
            \(video)
              segments: { use: fmp4.segment, from: video, with: { interval: 1s, profile: \(profile) } }
              playlists: { use: hls.playlist, from: segments, with: { type: vod } }
              folder: { use: file.folder, from: playlists, with: { path: "\(output.path)" } }

            """
    }
}
