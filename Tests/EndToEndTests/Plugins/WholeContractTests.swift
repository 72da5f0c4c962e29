import Foundation
import Testing

/// A plugin built outside the package uses every feature available to built-in stages.
@Suite struct WholeContractTests {
    @Test func aPluginDoesWhatTheToolsOwnStagesDo() async throws {
        try await Scratch.use { scratch in
            let plugin = try await PluginFolder.made("Watch", in: scratch)
            try Data(Self.stages.utf8).write(to: plugin.url.appending(path: "Sources/WatchStage.swift"))
            try Data(Self.tests.utf8).write(to: plugin.url.appending(path: "Tests/WatchTests.swift"))
            try plugin.edit(
                "Sources/WatchPlugin.swift", "WatchStage.self)",
                to: "Asker.self)\n        catalogue.register(Joiner.self)")
            try FileManager.default.createDirectory(
                at: plugin.url.appending(path: "Resources"), withIntermediateDirectories: true)
            try Data("from its own folder".utf8).write(to: plugin.url.appending(path: "Resources/words.txt"))
            try Data(Self.pipeline.utf8).write(to: plugin.url.appending(path: "pipeline.yaml"))
            try await plugin.build()

            // The plugin's tests use a virtual clock and the conformance tests of both stages.
            let tested = try await scratch.sluice("plugin", "test", "Watch", limit: 180).succeeded()
            #expect(tested.errors.contains(/Test run with 3 tests in 1 suite passed/), "\(tested)")

            // Options with types, defaults, ranges and units.
            let reference = try await scratch.sluice("stages", "watch.ask", "--plugin", "./Watch").succeeded().output
            #expect(reference.contains("every: duration (6s, 500ms), 100ms to 10s, default 400ms"), "\(reference)")
            #expect(reference.contains("A transform: accepts samples, emits samples"))
            let page = try await scratch.sluice("stages", "--markdown", "--plugin", "./Watch").succeeded().output
            #expect(page.hasPrefix("# Stage reference of Watch\n") && page.contains("| `every` |"), "\(page)")
            #expect(!page.contains("fmp4.segment") && page.contains("### `watch.join`"))
            for (value, problem) in [("20s", "out of range"), ("5", "400ms"), ("5kg", "5kg")] {
                try plugin.edit("pipeline.yaml", "every: 300ms", to: "every: \(value)")
                let refused = try await scratch.sluice("check", "Watch/pipeline.yaml")
                #expect(refused.code == 2 && refused.errors.contains("pipeline.yaml:"), "\(problem): \(refused)")
                try plugin.edit("pipeline.yaml", "every: \(value)", to: "every: 300ms")
            }

            // Requests, warnings, measurements, several inputs, timers and resources in a live run.
            let outcome = try await scratch.sluice("run", "Watch/pipeline.yaml", "--report", "json", limit: 90)
                .succeeded()
            #expect(outcome.errors.contains("warning: asker: from its own folder"), "\(outcome)")
            let report = try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
            let asker = try #require(report.measures(of: "asker"))
            let joiner = try #require(report.measures(of: "joiner"))
            // Three seconds contain nine intervals of 300 ms; a busy machine may call late, but not more often.
            let calls = try #require(asker["calls-count"])
            #expect((3...10).contains(calls), "\(asker)")
            // Without the requests only the first sample is a sync sample; the last request may arrive too late.
            let syncs = try #require(asker["syncs-count"])
            #expect(syncs >= 3 && syncs <= calls + 1, "\(asker)")
            #expect(joiner == ["tracks-count": 2, "disordered-count": 0])
        }
    }

    private struct Report: Decodable {
        struct Stage: Decodable {
            var name: String
            var measures: [String: Double]?
        }
        var stages: [Stage]
        func measures(of name: String) -> [String: Double]? { stages.first { $0.name == name }?.measures }
    }

    private static let stages = """
        import Foundation
        import Media
        import StageKit

        /// Requests sync samples at intervals of the run's clock.
        struct Asker: Transform {
            struct Options: StageOptions {
                var every = MediaTime.milliseconds(400)
                static var fields: [OptionField<Options>] {
                    [.option("every", \\.every, in: .milliseconds(100)...(.seconds(10)), "interval of the requests")]
                }
            }
            static let kind = "watch.ask"
            static let abstract = "Requests sync samples at intervals."
            static let mediaTypes: Set<MediaType> = [.video]
            private let every: MediaTime
            private var calls = 0
            private var syncs = 0

            init(options: Options) { every = options.every }

            mutating func receive(_ message: Message<Sample>, _ effects: inout Effects<Sample>) throws {
                if case .track = message, calls == 0 {
                    guard let path = PluginResources().path(of: "words.txt") else {
                        throw StageError(.unreadableInput, "words.txt is missing")
                    }
                    effects.reportWarning("watch-words", try String(contentsOfFile: path, encoding: .utf8))
                    effects.scheduleWakeUp(after: every)
                }
                if case .payload(let sample) = message, sample.isSync {
                    syncs += 1
                    effects.measure("syncs-count", Double(syncs))
                }
                effects.emit(message: message)
            }

            mutating func wake(at now: MediaTime, _ effects: inout Effects<Sample>) {
                calls += 1
                effects.measure("calls-count", Double(calls))
                effects.request(.keyframe(at: nil))
                effects.scheduleWakeUp(after: every)
            }
        }

        /// Accepts several inputs, merged by media time.
        struct Joiner: Sink {
            static let kind = "watch.join"
            static let abstract = "Counts samples out of media time order."
            static let interleavesInputs = true
            init(options: NoOptions) {}

            func run(input: any Inlet<Sample>, context: StageContext) async throws {
                var tracks: Set<Track.ID> = []
                var (last, disordered) = (Int64.min / 2, 0)
                while let messages = try await input.receive() {
                    for case .payload(let sample) in messages {
                        tracks.insert(sample.track)
                        let time = sample.decodeTime.nanoseconds
                        // Times of two timescales differ by up to one tick.
                        if time < last - 1_000_000 { disordered += 1 }
                        last = max(last, time)
                    }
                    context.measure("tracks-count", Double(tracks.count))
                    context.measure("disordered-count", Double(disordered))
                }
            }
        }

        """

    private static let tests = """
        import Media
        import StageKit
        import StageTesting
        import Testing

        @testable import Watch

        @Suite struct WatchTests {
            @Test func bothKeepToWhatEveryStageKeepsTo() async {
                #expect(StageConformance.check(Asker.self, payloads: 10_000) == [])
                #expect(await StageConformance.check(Joiner.self, payloads: 10_000) == [])
            }

            @Test func itAsksByTheClock() throws {
                var harness = try TransformHarness(Asker.self)
                try harness.push(.scriptedVideo())
                try harness.advance(by: .seconds(2))
                #expect(harness.figures["calls-count"] == 5)
                #expect(harness.requests == Array(repeating: .keyframe(at: nil), count: 5))
            }

            @Test func itHasItsResources() throws {
                var harness = try TransformHarness(Asker.self)
                try harness.push(.scriptedVideo())
                #expect(harness.problems.map(\\.message) == ["from its own folder"])
            }
        }

        """

    private static let pipeline = """
        pipeline: watch
        plugins: [./]
        stages:
          picture: { use: test.video, with: { size: 160x90, rate: 25, live: true, duration: 3s } }
          tone: { use: test.audio, with: { live: true, duration: 3s } }
          video: { use: video.encode, from: picture, with: { bitrate: 200kbps, tune: zerolatency, look-ahead: 0 } }
          audio: { use: audio.encode, from: tone }
          asker: { use: watch.ask, from: video, with: { every: 300ms } }
          joiner: { use: watch.join, from: [asker, audio] }

        """
}
