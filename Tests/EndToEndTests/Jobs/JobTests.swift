import Foundation
import Testing

/// A job on this machine, compared with a run of the whole pipeline.
@Suite struct JobTests {
    @Test func distributedPresentationEqualsThatOfOneWorker() async throws {
        try await Scratch.use { scratch in
            let pipeline = try await JobPipelineFile.write(in: scratch)
            _ = try await scratch.sluice("run", pipeline, "--quiet").succeeded()
            for (folder, workers) in [("one", "1"), ("two", "2")] {
                _ = try await scratch.sluice("job", "plan", pipeline, folder, "--chunk", "2s").succeeded()
                let early = try await scratch.sluice("job", "stitch", folder)
                #expect(early.code == 75 && early.errors.contains("are not done"), "\(early)")
                // Another order, and a task that is done when the engine starts.
                let last = try await scratch.sluice("job", "work", folder, "--index", "3")
                #expect(last.code == 0, "\(last)")
                let again = try await scratch.sluice("job", "work", folder, "--index", "3")
                #expect(again.code == 0 && again.output.contains("was done before"), "\(again)")
                _ = try await scratch.sluice("job", "run", folder, "--jobs", workers, limit: 120).succeeded()
            }
            let difference = try await scratch.run("diff", ["-r", "-x", ".job", "one", "two"])
            #expect(difference.code == 0, "\(difference)")
            try await expectContinuous("one", in: scratch)
            try await expectRepair(of: "two", in: scratch)
        }
    }

    @Test func onlyOneOfTwoWorkersOnATaskPublishesItsResult() async throws {
        try await Scratch.use { scratch in
            let pipeline = try await JobPipelineFile.write(in: scratch)
            _ = try await scratch.sluice("job", "plan", pipeline, "twice", "--chunk", "2s").succeeded()
            async let one = scratch.sluice("job", "work", "twice", "--index", "1")
            async let other = scratch.sluice("job", "work", "twice", "--index", "1")
            let outcomes = try await [one, other]
            #expect(outcomes.map(\.code) == [0, 0], "\(outcomes)")
            #expect(outcomes.count { $0.output.contains("was done before") } == 1, "\(outcomes)")
            let report = try Data(contentsOf: scratch.file("twice/.job/tasks/0001/report.json"))
            let third = try await scratch.sluice("job", "work", "twice", "--index", "1")
            #expect(third.code == 0 && third.output.contains("was done before"), "\(third)")
            #expect(try Data(contentsOf: scratch.file("twice/.job/tasks/0001/report.json")) == report)
            let attempts = try FileManager.default.contentsOfDirectory(atPath: scratch.file("twice/.job/attempts").path)
            #expect(attempts.isEmpty)
        }
    }

    /// Expects the packets of a whole run, no decoder warnings, no required fixes, and seams of the same quality.
    private func expectContinuous(_ folder: String, in scratch: Scratch) async throws {
        let (whole, job) = (
            try Presentation(folder: scratch.file("whole")), try Presentation(folder: scratch.file(folder))
        )
        for name in ["video", "audio"] {
            let (one, other) = (
                try await whole.rendition(name, in: scratch), try await job.rendition(name, in: scratch)
            )
            #expect(one.playlist.segments.map(\.extinf) == other.playlist.segments.map(\.extinf))
            let times = try await one.packets(isRaw: true, in: scratch).packets(name).map { [$0.pts, $0.dts] }
            #expect(try await other.packets(isRaw: true, in: scratch).packets(name).map { [$0.pts, $0.dts] } == times)
        }
        let decoding = try await scratch.run(
            "ffmpeg", ["-v", "warning", "-xerror", "-i", "\(folder)/index.m3u8", "-map", "0", "-f", "null", "-"])
        #expect(decoding.code == 0 && decoding.errors.isEmpty, "\(decoding)")
        let validation = try await scratch.sluice("validate", "\(folder)/index.m3u8")
        #expect(validation.output.contains("0 required"), "\(validation)")
        let filter = "[0:v]setpts=PTS-STARTPTS[a];[1:v]setpts=PTS-STARTPTS[b];[a][b]psnr"
        let quality = try await scratch.run(
            "ffmpeg",
            ["-v", "info", "-i", "whole/index.m3u8", "-i", "\(folder)/index.m3u8", "-lavfi", filter, "-f", "null", "-"])
        let lowest = quality.errors.firstMatch(of: /PSNR .* min:([0-9.inf]+)/).map { String($0.1) }
        // Both are encoded from the same frames, so they differ less than either does from the input.
        #expect(lowest == "inf" || lowest.flatMap(Double.init) ?? 0 > 30, "\(quality)")
    }

    /// Damages a published segment: the next run finds it and processes its task again.
    private func expectRepair(of folder: String, in scratch: Scratch) async throws {
        let segments = try FileManager.default.subpathsOfDirectory(atPath: scratch.file(folder).path)
            .filter { !$0.hasPrefix(".job") && $0.contains("video") && $0.hasSuffix("00003.m4s") }
        let damaged = scratch.file(folder).appending(path: try #require(segments.first))
        var data = try Data(contentsOf: damaged)
        let former = data
        data[data.count / 2] ^= 0xff
        try data.write(to: damaged)
        let stitch = try await scratch.sluice("job", "stitch", folder)
        #expect(stitch.code == 1 && stitch.errors.contains("another content"), "\(stitch)")
        _ = try await scratch.sluice("job", "resume", folder, limit: 120).succeeded()
        #expect(try Data(contentsOf: damaged) == former)
    }
}
