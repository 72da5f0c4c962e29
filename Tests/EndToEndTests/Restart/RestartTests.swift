import Foundation
import HLS
import Testing

/// Live runs that are killed at any moment continue as one presentation. `Scripts/soak` kills them far more often.
@Suite struct RestartTests {
    private let video = "video/playlist.m3u8"
    private let audio = "audio/playlist.m3u8"

    @Test(arguments: ["apple-hls", "cmaf"])
    func aRunThatIsKilledAgainAndAgainIsOnePresentation(profile: String) async throws {
        let kills = 8
        try await Scratch.use { scratch in
            var witness = Witness(output: scratch.file("out"), archive: scratch.file("archive"))
            for _ in 0..<kills {
                let run = try start(profile, in: scratch)
                try await look(&witness, at: run, forSegments: Int.random(in: 0...3))
                run.signal(SIGKILL)
                let outcome = try await run.outcome(within: 5)
                #expect(outcome.code == 128 + SIGKILL, "\(outcome)")
                try witness.look()
            }
            let run = try start(profile, in: scratch)
            try await look(&witness, at: run, forSegments: 4)
            run.signal(SIGINT)
            let outcome = try await run.outcome(within: 20).succeeded()
            try witness.look()

            #expect(witness.violations.isEmpty, "\(witness.violations.joined(separator: "\n"))\n\(outcome)")
            try expectOneTimeline(witness, kills: kills)
            try await expectPlayable(&witness, in: scratch)
        }
    }

    /// On a busy machine the sources start at very different times; the target duration leaves room for that.
    private func start(_ profile: String, in scratch: Scratch) throws -> RunningProgram {
        let pipeline = try scratch.write(
            "restart.yaml",
            """
            pipeline: restart
            about: Short segments under a long target duration.
            extends: "\(Sluice.pipeline("live-test-pattern").path)"
            stages:
              playlists:
                use: hls.playlist
                from: segments
                with: { type: live, window: 8, target-duration: 2s }

            """)
        var command = scratch.command(
            ["run", pipeline.path]
                + ["output=\(scratch.file("out").path)", "size=160x90", "interval=500ms", "profile=\(profile)"]
                .flatMap { ["--set", $0] })
        command.isIdle = true
        return try command.start()
    }

    /// Observes until this number of additional segments is listed, then for a moment that differs each time.
    private func look(_ witness: inout Witness, at run: RunningProgram, forSegments count: Int) async throws {
        let goal = witness.videoCount + count
        let hasSegments = try await eventually(within: 30) {
            try witness.look()
            return witness.videoCount >= goal || !run.isRunning
        }
        #expect(hasSegments && run.isRunning, "\(run.errors)")
        let end = ContinuousClock.now + .milliseconds(Int.random(in: 0...700))
        _ = try await eventually(within: 2) {
            try witness.look()
            return ContinuousClock.now >= end
        }
    }

    /// Expects consistent numbers, discontinuities and dates from the first segment to the last.
    private func expectOneTimeline(_ witness: Witness, kills: Int) throws {
        let (video, audio) = (witness.listed[video] ?? [:], witness.listed[audio] ?? [:])
        let numbers = video.keys.sorted()
        // A run that is killed early has published one rendition before the other; at the end, one rendition may have
        // started a segment that the other has not.
        let common = Set(numbers).intersection(audio.keys)
        #expect(common.count >= numbers.count - 4, "\(numbers) \(audio.keys.sorted())")
        #expect(Array(common).sorted() == Array((common.min() ?? 0)...(common.max() ?? 0)))
        let marks = numbers.filter { video[$0]?.isDiscontinuity ?? false }
        let audioMarks = audio.keys.sorted().filter { audio[$0]?.isDiscontinuity ?? false }
        #expect(audioMarks.filter(common.contains) == marks.filter(common.contains))
        #expect(!marks.isEmpty && marks.count <= kills)
        let totals = try [self.video, self.audio].map { path in
            let last = try #require(witness.last(path))
            return try #require(last.discontinuitySequence) + last.segments.count { $0.isDiscontinuity }
        }
        #expect(totals[0] == totals[1] && totals[0] >= marks.count)
        // All segments use the same initialization segment.
        #expect(Set(video.values.compactMap { $0.initialization?.uri }) == ["init.mp4"])
        #expect(Set(audio.values.compactMap { $0.initialization?.uri }) == ["init.mp4"])
        let dates = numbers.compactMap { video[$0]?.programDateTime?.milliseconds }
        #expect(dates == dates.sorted())
    }

    private func expectPlayable(_ witness: inout Witness, in scratch: Scratch) async throws {
        let url = try witness.writeArchive()
        #expect(witness.violations.isEmpty, "\(witness.violations)")
        let played = try await scratch.decode(url, level: "error")
        // The demuxer of ffmpeg 5.1 does not support EXT-X-GAP and reports the missing file.
        let errors = played.errorLines.filter { !$0.contains("Failed to open segment") && !$0.contains("No such file") }
        #expect(played.code == 0 && errors.isEmpty, "\(played)")
        for path in [video, audio] {
            let rendition = try Rendition(url: witness.archive.appending(path: path))
            var data = try rendition.initialization()
            let segments = witness.listed[path] ?? [:]
            for number in segments.keys.sorted() where segments[number]?.isGap == false {
                let uri = segments[number]?.uri ?? ""
                data.append(try Data(contentsOf: rendition.url.deletingLastPathComponent().appending(path: uri)))
            }
            let file = scratch.file("all-\(path.prefix(5)).mp4")
            try data.write(to: file)
            // Decode times increase over all restarts, as in one file.
            let packets = try await PacketList(file, isRaw: true, in: scratch)
            let times = try packets.packets(path.hasPrefix("video") ? "video" : "audio").compactMap(\.dts)
            #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 } && times.count > 20)
            let decoded = try await scratch.decode(file, level: "error")
            #expect(decoded.code == 0 && decoded.errors.isEmpty, "\(decoded)")
        }
    }
}
