import Media
import Sluice
import StageTesting
import Testing

/// Samples that the program appends.
@Suite struct ProgramSamplesTests {
    private func makePipeline() throws -> Pipeline {
        try Pipeline {
            PipelineStage("feed", use: "program.samples")
            PipelineStage("sink", CountingSink.self)
        }
    }

    @Test func samplesOfOnePipelineFeedAnother() async throws {
        try await Pipeline {
            PipelineStage("picture", use: "test.video", with: ["size": .size(128, 72), "rate": .rate(25)])
            PipelineStage("video", use: "video.encode", with: ["bitrate": .kilobits(200)])
            PipelineStage("capture", CapturedSamples.self, with: captured("samples"))
        }.run(duration: .seconds(2))
        let messages = CapturedSamples.removeMessages(labelled: "samples")
        let samples = messages.compactMap(\.payload)
        #expect(samples.count == 50)

        let pipeline = try Pipeline {
            PipelineStage("feed", use: "program.samples")
            PipelineStage("segments", use: "fmp4.segment", with: ["interval": .seconds(1)])
            PipelineStage("playlists", use: "hls.playlist", with: ["type": "vod"])
            PipelineStage("memory", use: "program.resources")
        }
        let input = try pipeline.sampleInput(of: "feed")
        let resources = try pipeline.resources(of: "memory")
        async let status = pipeline.run()
        async let feeding: Void = feed(input, messages)
        var bytes = 0
        for await resource in resources where resource.role == .segment { bytes += resource.byteCount }
        try await feeding
        #expect(try await status.succeeded)
        #expect(bytes > samples.reduce(0) { $0 + $1.bytes.count })
    }

    private func feed(_ input: SampleInput, _ messages: [Message<Sample>]) async throws {
        for message in messages {
            switch message {
            case .track(let track): try await input.open(track)
            case .payload(let sample): try await input.append(sample)
            case .end(let track): try await input.end(track)
            case .gap: break
            }
        }
        input.finish()
    }

    private func captured(_ label: String) -> CapturedSamples.Options {
        var options = CapturedSamples.Options()
        options.label = label
        return options
    }

    @Test func payloadsThatContradictTheirTrackAreRefused() async throws {
        let pipeline = try makePipeline()
        let input = try pipeline.sampleInput(of: "feed")
        async let run = pipeline.run()
        let track = Track.scriptedVideo(3)
        let samples = Sample.scripted(track, count: 3)
        await #expect(throws: PipelineInputError.unknownTrack(track.id)) { try await input.append(samples[0]) }
        try await input.open(track)
        try await input.append(samples[1])
        var (otherScale, empty) = (samples[2], samples[2])
        otherScale.timescale = 90_000
        empty.duration = 0
        for sample in [samples[0], otherScale, empty] {
            await #expect(throws: PipelineInputError.self) { try await input.append(sample) }
        }
        try await input.append(samples[2])
        input.finish()
        #expect(try await run.measure("received-count", of: "sink") == 2)
        await #expect(throws: PipelineInputError.ended) { try await input.append(samples[2]) }
        #expect(!input.isAccepting)
    }

    @Test func backPressureReachesTheProgram() async throws {
        let pipeline = try Pipeline {
            PipelineStage("feed", use: "program.samples")
            PipelineStage("sink", StuckSink.self)
        }
        let input = try pipeline.sampleInput(of: "feed")
        let track = Track.scriptedVideo()
        try await input.open(track)
        let run = Task { try await pipeline.run() }
        // The link accepts ten seconds of media, 300 samples, and the queue of the input four messages.
        for sample in Sample.scripted(track, count: 300) { try await input.append(sample) }
        let feeding = Task {
            for sample in Sample.scripted(track, count: 5000, start: 300) { try await input.append(sample) }
        }
        while pipeline.status.stages[0].sent < 300 { await Task.yield() }
        pipeline.cancel()
        await #expect(throws: PipelineInputError.ended) { try await feeding.value }
        await #expect(throws: PipelineError.self) { try await run.value }
        #expect(pipeline.status.stages[0].sent < 400)
    }

    @Test func failureOfTheProgramFailsTheRun() async throws {
        let pipeline = try makePipeline()
        let input = try pipeline.sampleInput(of: "feed")
        input.fail(StageError(.unreadableInput, "the camera is unplugged"))
        let error = try await #require(throws: PipelineError.self) { try await pipeline.run() }
        #expect(error.description == "feed (program.samples): the camera is unplugged")
    }

    @Test func unconnectedStageIsRejected() async throws {
        let error = try await #require(throws: PipelineError.self) { try await makePipeline().run() }
        guard case .invalid(let diagnostics) = error else { throw error }
        #expect(diagnostics.all.map(\.code) == ["unconnected-stage"])
        #expect(diagnostics.text.contains("no program is connected to 'feed' (program.samples)"))
    }

    @Test func inputOfAnotherStageIsRejected() throws {
        let pipeline = try makePipeline()
        #expect(throws: PipelineError.self) { try pipeline.sampleInput(of: "sink") }
        #expect(throws: PipelineError.self) { try pipeline.frameInput(of: "feed") }
        #expect(throws: PipelineError.self) { try pipeline.resources(of: "none") }
    }

    @Test func cancelledAppendThrows() async throws {
        let pipeline = try makePipeline()
        let input = try pipeline.sampleInput(of: "feed")
        let track = Track.scriptedVideo()
        // The pipeline does not run, so the queue stays full.
        let task = Task {
            try await input.open(track)
            for sample in Sample.scripted(track, count: 100) { try await input.append(sample) }
        }
        task.cancel()
        await #expect(throws: PipelineInputError.cancelled) { try await task.value }
    }

    @Test func removedFilesExpire() throws {
        var files = PublishedFiles()
        func resource(_ action: Resource.Action) -> Resource {
            Resource(path: "a.mp4", role: .segment, contentType: "video/mp4", action: action)
        }
        files.apply(resource(.store(ByteRope([1, 2]))), at: .zero)
        files.apply(resource(.append(ByteRope([3]))), at: .zero)
        #expect(files["a.mp4"]?.content.bytes == [1, 2, 3])
        files.apply(resource(.remove(after: .seconds(10))), at: .zero)
        let other = Resource(path: "b", role: .segment, contentType: "", action: .store(ByteRope()))
        files.apply(other, at: .zero + .seconds(9))
        #expect(files.paths == ["a.mp4", "b"])
        files.apply(other, at: .zero + .seconds(11))
        #expect(files.paths == ["b"])
    }
}

/// A sink that never receives a message.
private struct StuckSink: Sink {
    static let kind = "test.stuck"
    static let abstract = "Receives nothing."
    init(options: NoOptions) {}
    func run(input: any Inlet<Sample>, context: StageContext) async throws {
        try await Task.sleep(for: .seconds(3600))
    }
}
