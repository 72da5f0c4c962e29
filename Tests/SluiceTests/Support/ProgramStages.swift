import Media
import Sluice
import StageTesting
import Synchronization

/// A source that sends `count` samples, or samples until it is stopped.
struct CountingSource: Source {
    struct Options: StageOptions {
        var count: Int?
        static var fields: [OptionField<Options>] { [.option("count", \.count, in: 0...100_000, "Samples; endless.")] }
    }
    static let kind = "test.counting"
    static let abstract = "Sends samples."
    private let options: Options
    init(options: Options) { self.options = options }

    func run(output: any Outlet<Sample>, context: StageContext) async throws {
        var track = Track.scriptedVideo()
        track.id = context.makeTrackID()
        try await output.send(.track(track))
        var sent: Int64 = 0
        while !context.stop.isRaised, options.count.map({ sent < $0 }) ?? true {
            try await output.send(Sample.scripted(track, count: 1, start: sent).map { .payload($0) })
            sent += 1
            await Task.yield()
        }
        context.measure("sent-count", Double(sent))
        try await output.send(.end(track.id))
    }
}

/// A sink that counts samples and reports their number at its end.
struct CountingSink: Sink {
    struct Options: StageOptions {
        var warning = ""
        var failure = ""
        static var fields: [OptionField<Options>] {
            [
                .option("warning", \.warning, "Text of a warning for each sample; none if empty."),
                .option("failure", \.failure, "Text of an error at the first sample; none if empty."),
            ]
        }
    }
    static let kind = "test.counted"
    static let abstract = "Counts samples."
    private let options: Options
    init(options: Options) { self.options = options }

    func run(input: any Inlet<Sample>, context: StageContext) async throws {
        var count = 0
        while let messages = try await input.receive() {
            for case .payload in messages {
                count += 1
                if !options.warning.isEmpty { context.reportWarning("test-warning", options.warning) }
                if !options.failure.isEmpty { throw StageError(.elementFailed, options.failure) }
            }
        }
        context.measure("received-count", Double(count))
    }
}

/// A transform with typed options.
struct Delaying: Transform {
    struct Options: StageOptions {
        var delay = MediaTime.zero
        var label = "none"
        var sizes: [PixelSize] = []
        static var fields: [OptionField<Options>] {
            [
                .option("delay", \.delay, in: .zero...(.seconds(10)), "Delay of all samples."),
                .option("label", \.label, "Label."),
                .option("sizes", \.sizes, "Sizes."),
            ]
        }
    }
    typealias Input = Sample
    typealias Output = Sample
    static let kind = "test.delaying"
    static let abstract = "Delays samples."
    private let options: Options
    init(options: Options) { self.options = options }

    mutating func receive(_ message: Message<Sample>, _ effects: inout Effects<Sample>) {
        guard case .payload(let sample) = message else { return effects.emit(message: message) }
        effects.emit(sample.shifted(by: options.delay))
    }
}

extension StageCatalogue {
    /// The built-in stages and those of the tests.
    static let withTestStages: StageCatalogue = {
        var catalogue = StageCatalogue.builtIn
        catalogue.register(CountingSource.self)
        catalogue.register(CountingSink.self)
        catalogue.register(Delaying.self)
        return catalogue
    }()
}

extension RunStatus {
    /// The measurement of a stage; nil when it has none.
    func measure(_ name: String, of stage: String) -> Double? { stages.first { $0.name == stage }?.measures?[name] }
}

extension Pipeline {
    /// A pipeline of an endless or limited source and a counting sink.
    static func counting(
        _ count: Int? = nil, sink: CountingSink.Options = CountingSink.Options()
    ) throws -> Pipeline {
        var source = CountingSource.Options()
        source.count = count
        return try Pipeline("counting") {
            PipelineStage("source", CountingSource.self, with: source)
            PipelineStage("sink", CountingSink.self, with: sink)
        }
    }

    /// Waits until a sink or source has a measurable flow of payloads.
    func waitForFlow() async throws {
        while (status.stages.last?.received ?? 0) < 10 {
            try Task.checkCancellation()
            await Task.yield()
        }
    }
}
