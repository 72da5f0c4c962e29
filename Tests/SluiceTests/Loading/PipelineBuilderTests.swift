import Sluice
import Testing

@Suite struct PipelineBuilderTests {
    @Test func swiftAndYAMLGiveEqualPlans() throws {
        let built = try Pipeline("vod") {
            PipelineStage("movie", use: "mp4.read", with: ["path": "a movie: \"1\" ${x} #.mp4", "tracks": "video"])
            PipelineStage("segments", use: "fmp4.segment", with: ["interval": .seconds(2.5), "profile": "cmaf"])
            PipelineStage("playlists", use: "hls.playlist", with: ["type": "vod"])
            PipelineStage(
                "folder", use: "file.folder", from: ["playlists"],
                with: ["path": "out\n\t\u{2028}é", "disk-reserve": .bytes(4096)])
        }
        let read = try Pipeline(yaml: built.yaml)
        #expect(read.plan.name == "vod")
        #expect(Self.summary(read) == Self.summary(built))
        #expect(read.plan.stages[0].optionTexts["path"] == "a movie: \"1\" ${x} #.mp4")
        #expect(read.plan.stages[3].optionTexts["path"] == "out\n\t\u{2028}é")
        #expect(read.yaml == built.yaml)
    }

    @Test func typedOptionsGiveTheYAMLOfKeys() throws {
        let typed = try Pipeline("encode") {
            PipelineStage("signal", .testVideo(size: PixelSize(width: 320, height: 180), rate: Ratio(25, 1)))
            PipelineStage("keyframes", .keyframeForce(interval: .seconds(2)))
            PipelineStage(
                "video", .videoEncode(codec: .hevc, bitrate: .kilobits(500), ladder: [["height": 180]]),
                onError: .restart)
            PipelineStage("segments", .fmp4Segment(interval: .seconds(2), fragments: .syncSample))
            PipelineStage("playlists", .hlsPlaylist(type: .vod, start: ["offset": .seconds(4)]))
            PipelineStage("memory", .programResources())
        }
        let keys = try Pipeline("encode") {
            PipelineStage("signal", use: "test.video", with: ["size": .size(320, 180), "rate": .rate(25)])
            PipelineStage("keyframes", use: "keyframe.force", with: ["interval": .seconds(2)])
            PipelineStage(
                "video", use: "video.encode",
                with: ["codec": "hevc", "bitrate": .kilobits(500), "ladder": [["height": 180]]], onError: .restart)
            PipelineStage("segments", use: "fmp4.segment", with: ["interval": .seconds(2), "fragments": "sync-sample"])
            PipelineStage("playlists", use: "hls.playlist", with: ["type": "vod", "start": ["offset": .seconds(4)]])
            PipelineStage("memory", use: "program.resources")
        }
        #expect(typed.yaml == keys.yaml)
        #expect(Self.summary(typed) == Self.summary(keys))
        #expect(typed.plan.stages[2].optionTexts["codec"] == "hevc")
    }

    @Test func typedOptionOutOfRangeIsLocatedAtTheStage() throws {
        // The line of the stage 'signal'.
        let line = #line + 3
        func makePipeline() throws -> Pipeline {
            try Pipeline("invalid") {
                PipelineStage("signal", .testAudio(frequency: 30_000))
                PipelineStage("memory", .programResources())
            }
        }
        let error = try #require(throws: PipelineError.self) { _ = try makePipeline() }
        guard case .invalid(let diagnostics) = error else { throw error }
        let problem = try #require(diagnostics.errors.first { $0.code == "out-of-range" }, "\(diagnostics.text)")
        #expect(problem.location?.line == line, "\(diagnostics.text)")
    }

    @Test func printedFilesKeepParameters() throws {
        let text = """
            parameters: { folder: "Output/a, b", needed: ~ }
            stages:
              movie: { use: mp4.read, with: { path: "${needed}" } }
              segments: { use: fmp4.segment, from: movie, on-error: fail }
              playlists: { use: hls.playlist, from: [segments] }
              folder: { use: file.folder, from: playlists, with: { path: "${folder}/$${x}" } }
            """
        let pipeline = try Pipeline(yaml: text, parameters: ["needed": "a.mp4"])
        let read = try Pipeline(yaml: pipeline.yaml, parameters: ["needed": "b.mp4"])
        #expect(read.plan.stages[0].optionTexts["path"] == "b.mp4")
        #expect(read.plan.stages[3].optionTexts["path"] == "Output/a, b/${x}")
        #expect(throws: PipelineError.self) { try Pipeline(yaml: pipeline.yaml) }
    }

    @Test func typedOptionsOfProgramStagesArePrinted() throws {
        var options = Delaying.Options()
        options.delay = .milliseconds(1500)
        options.sizes = [PixelSize(width: 64, height: 36), PixelSize(width: 128, height: 72)]
        let built = try Pipeline {
            PipelineStage("source", CountingSource.self)
            PipelineStage("delay", Delaying.self, with: options, onError: .restart)
            PipelineStage("sink", CountingSink.self)
        }
        let delay = built.plan.stages[1]
        #expect(delay.optionTexts == ["delay": "1.5s", "sizes": "[64x36, 128x72]"])
        #expect(delay.onError == .restart && delay.inputs == ["source"])
        let read = try Pipeline(yaml: built.yaml, catalogue: .withTestStages)
        #expect(Self.summary(read) == Self.summary(built))
    }

    @Test func errorsAreLocatedInSwift() throws {
        // The line of the stage 'segments'.
        let line = #line + 4
        func makePipeline() throws -> Pipeline {
            try Pipeline {
                PipelineStage("movie", use: "mp4.read", with: ["path": "a.mp4"])
                PipelineStage("segments", use: "fmp4.segment", with: ["interval": "6 parsecs"])
                PipelineStage("segments", use: "fmp4.segment")
                PipelineStage("Bad Name", use: "hls.playlist", from: "segments")
            }
        }
        let error = try #require(throws: PipelineError.self) { _ = try makePipeline() }
        guard case .invalid(let diagnostics) = error else { throw error }
        let unit = try #require(diagnostics.errors.first { $0.code == "wrong-unit" })
        #expect(unit.location?.file.hasSuffix("PipelineBuilderTests.swift") == true && unit.location?.line == line)
        #expect(unit.notes == ["expected h, min, s, ms, us or ns"])
        #expect(diagnostics.errors.contains { $0.code == "duplicate-key" && $0.location?.line == line + 1 })
        #expect(diagnostics.errors.contains { $0.code == "bad-name" })
    }

    @Test func anotherTypeWithAKnownKindIsRejected() throws {
        var catalogue = StageCatalogue()
        catalogue.register(OtherCounted.self)
        let error = try #require(throws: PipelineError.self) {
            try Pipeline(catalogue: catalogue) {
                PipelineStage("source", CountingSource.self)
                PipelineStage("sink", CountingSink.self)
            }
        }
        guard case .invalid(let diagnostics) = error else { throw error }
        #expect(diagnostics.errors.map(\.code) == ["duplicate-kind"])
    }

    @Test func stagesDependOnConditionsAndLoops() throws {
        let hasDelay = false
        let pipeline = try Pipeline {
            PipelineStage("source", CountingSource.self)
            if hasDelay { PipelineStage("delay", Delaying.self) }
            for index in 1...3 { PipelineStage("sink-\(index)", CountingSink.self, from: "source") }
        }
        #expect(pipeline.plan.stages.map(\.name) == ["source", "sink-1", "sink-2", "sink-3"])
    }

    private static func summary(_ pipeline: Pipeline) -> [String] {
        pipeline.plan.stages.map { stage in
            let options = stage.optionTexts.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
            return "\(stage.name) \(stage.description.kind) \(stage.inputs) \(options) \(stage.onError)"
        }
    }
}

/// A sink with the kind of another one.
private struct OtherCounted: Sink {
    static let kind = CountingSink.kind
    static let abstract = "Counts nothing."
    init(options: NoOptions) {}
    func run(input: any Inlet<Sample>, context: StageContext) async throws {
        while try await input.receive() != nil {}
    }
}
