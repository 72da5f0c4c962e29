import Foundation
import Testing

/// Jobs with sources whose frames depend on each other or have irregular times, compared with one run.
@Suite struct JobSourceTests {
    /// A source made by ffmpeg.
    struct Input: Sendable, CustomTestStringConvertible {
        var name: String
        var coding: [String]
        /// The part of the file to remove from its start.
        var removedPart = 0.0
        /// The greatest difference of a frame in dB.
        var tolerance = 0.5
        var testDescription: String { name }
    }

    private static let irregular = [
        "-vf", "select='gt(mod(n*7919,13),4)'", "-vsync", "vfr", "-c:v", "libx264", "-bf", "3", "-g", "90",
    ]
    private static let inputs = [
        Input(
            name: "variable.mp4",
            coding: irregular),
        Input(
            name: "variable.mkv",
            coding: irregular),
        Input(
            name: "open.mp4",
            coding: ["-c:v", "libx264", "-bf", "3", "-x264-params", "open-gop=1:keyint=70:scenecut=0"]),
        Input(
            name: "interlaced.mp4",
            coding: ["-vf", "interlace=scan=tff", "-c:v", "libx264", "-flags", "+ilme+ildct", "-bf", "2"]),
        // No frames in several chunks, and longer than the look-ahead of encoders.
        Input(
            name: "gap.mkv",
            coding: ["-vf", "select='lt(t,2.5)+gte(t,7.3)'", "-vsync", "vfr", "-c:v", "libx264", "-g", "50"]),
        Input(
            name: "slow.mp4",
            coding: ["-vf", "select='if(lt(mod(t,6),3),1,not(mod(n,10)))'", "-vsync", "vfr", "-c:v", "libx264"],
            // The look-ahead in frames is longer than that of a portion.
            tolerance: 2),
        Input(
            name: "inside.ts", coding: ["-c:v", "libx264", "-bf", "2", "-g", "60"], removedPart: 0.1),
        // The stream starts at a recovery point and has no IDR picture.
        Input(
            name: "points.ts",
            coding: [
                "-c:v", "libx264", "-bf", "2", "-x264-params",
                "repeat-headers=1:keyint=50:min-keyint=50:scenecut=0:open-gop=1",
            ], removedPart: 0.1),
        Input(
            name: "late.ts",
            coding: ["-c:v", "libx264", "-bf", "2", "-g", "60", "-output_ts_offset", "7200", "-muxdelay", "0"]),
        Input(
            name: "late.mkv",
            coding: ["-c:v", "libx264", "-bf", "2", "-g", "60", "-output_ts_offset", "100"]),
        Input(
            name: "late.mp4",
            coding: [
                "-c:v", "libx264", "-bf", "2", "-g", "60", "-output_ts_offset", "100", "-movflags",
                "frag_keyframe+empty_moov+default_base_moof",
            ]),
        Input(name: "ntsc.mp4", coding: ["-r", "30000/1001", "-c:v", "libx264", "-bf", "2", "-g", "70"]),
    ]

    /// A source would wait for the writer of a pipe.
    @Test func inputsThatAreNoFilesAreRefusedAtOnce() async throws {
        try await Scratch.use { scratch in
            let (pipe, folder) = (scratch.file("pipe.mp4"), scratch.file("folder.mp4"))
            #expect(mkfifo(pipe.path, 0o600) == 0)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
            let missing = scratch.file("missing.yaml")
            for (input, reason) in [(pipe, "named pipe"), (folder, "folder"), (missing, "missing.yaml")] {
                let command = scratch.command(["job", "plan", input.path, scratch.file("job").path])
                let outcome = try await command.run()
                #expect(outcome.code != 0 && !outcome.isTimedOut && outcome.errors.contains(reason), "\(outcome)")
            }
        }
    }

    /// The portions of a track that is not encoded depend on the whole track.
    @Test(arguments: ["ts", "mp4"]) func segmentsAtRecoveryPointsAreThoseOfOneRun(container: String) async throws {
        let source = try await RecoveryPointStreamTests.Structure.openGOPs.fileWithoutIDR(container)
        try await Scratch.use { scratch in
            let reader = container == "ts" ? "ts.read" : "mp4.read"
            let pipeline = try scratch.write(
                "job.yaml",
                """
                pipeline: job
                stages:
                  movie: { use: \(reader), with: { path: \(source.path) } }
                  segments: { use: fmp4.segment, from: movie, with: { interval: 1s, random-access: recovery } }
                  playlists: { use: hls.playlist, from: segments, with: { type: vod } }
                  folder: { use: file.folder, from: playlists, with: { path: whole } }

                """
            ).path
            _ = try await scratch.sluice("run", pipeline, "--quiet").succeeded()
            _ = try await scratch.sluice("job", "plan", pipeline, "job", "--chunk", "2s").succeeded()
            _ = try await scratch.sluice("job", "run", "job", limit: 120).succeeded()
            let difference = try await scratch.run(
                "diff", ["-r", "-x", ".job", "-x", ".sluice-journal", "whole", "job"])
            #expect(difference.code == 0, "\(difference)")
            let video = try await Presentation(folder: scratch.file("job")).rendition("video", in: scratch)
            #expect(video.playlist.segments.count == 6)
        }
    }

    @Test(arguments: inputs) func framesAndTimesAreThoseOfOneRun(_ input: Input) async throws {
        var source = try await made(
            input.name,
            byFFmpeg: [
                "-f", "lavfi", "-i", "testsrc2=size=160x96:rate=50:duration=9", "-f", "lavfi", "-i",
                "sine=frequency=440:sample_rate=48000:duration=9",
            ] + input.coding + ["-preset", "veryfast", "-pix_fmt", "yuv420p", "-c:a", "aac"])
        if input.removedPart > 0 {
            source = try await made("cut-\(input.name)", from: source, as: "without \(input.removedPart) at its start")
            {
                $0.dropFirst(Int(Double($0.count / 188) * input.removedPart) * 188)
            }
        }
        let movie = source
        try await Scratch.use { scratch in
            let pipeline = try await JobPipelineFile.write(in: scratch, movie: movie, size: "160x96")
            _ = try await scratch.sluice("run", pipeline, "--quiet", limit: 120).succeeded()
            _ = try await scratch.sluice("job", "plan", pipeline, "job", "--chunk", "2s").succeeded()
            _ = try await scratch.sluice("job", "run", "job", limit: 240).succeeded()
            let (whole, job) = (
                try Presentation(folder: scratch.file("whole")), try Presentation(folder: scratch.file("job"))
            )
            for name in ["video", "audio"] {
                let (one, other) = (
                    try await whole.rendition(name, in: scratch), try await job.rendition(name, in: scratch)
                )
                let (durations, others) = (
                    one.playlist.segments.map(\.duration), other.playlist.segments.map(\.duration)
                )
                #expect(durations.count == others.count)
                // The reorder delay in time differs at variable rates; its effect on durations is below a frame.
                for (left, right) in zip(durations, others) { #expect(abs(left - right) < 0.1, "\(name)") }
                let times = try await one.packets(isRaw: true, in: scratch).packets(name).compactMap(\.pts).sorted()
                let found = try await other.packets(isRaw: true, in: scratch).packets(name).compactMap(\.pts).sorted()
                #expect(found == times, "\(name)")
            }
            let quality = try await JobQuality("whole", "job", movie, in: scratch)
            // Another frame than in one run would differ by far more.
            #expect(quality.differences.allSatisfy { abs($0) < input.tolerance }, "\(quality.differences)")
            #expect(abs(quality.meanDifference) < input.tolerance / 10, "\(quality)")
            #expect(abs(quality.byteRatio - 1) < 0.01, "\(quality)")
            let decoding = try await scratch.run(
                "ffmpeg",
                [
                    "-v", "warning", "-xerror", "-i", "job/index.m3u8", "-map", "0", "-enc_time_base", "1:90000", "-f",
                    "null", "-",
                ])
            #expect(decoding.code == 0 && decoding.errors.isEmpty, "\(decoding)")
        }
    }
}
