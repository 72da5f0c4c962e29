import Media
import StageKit
import StageTesting
import Synchronization

@testable import PipelineRuntime

/// A source that sends batches of samples, and passes a gate before each batch if there is one.
struct ScriptedSource: Source, PaceDeclaring {
    typealias Options = NoOptions
    typealias Output = Sample
    static let kind = "test.script"
    static let abstract = "Sends scripted batches."
    var whenFull = OverflowPolicy.wait
    var isLive: Bool?
    var body: @Sendable (any Outlet<Sample>, StageContext) async throws -> Void = { _, _ in }

    init(options: NoOptions) {}
    init(_ body: @escaping @Sendable (any Outlet<Sample>, StageContext) async throws -> Void) { self.body = body }

    init(_ messages: [Message<Sample>], batchSize: Int = 16, failure: StageError? = nil) {
        self.init { output, _ in
            for start in stride(from: 0, to: messages.count, by: batchSize) {
                try await output.send(Array(messages[start..<min(messages.count, start + batchSize)]))
            }
            if let failure { throw failure }
        }
    }

    func run(output: any Outlet<Sample>, context: StageContext) async throws { try await body(output, context) }
}

/// Values recorded by a stage for later inspection.
final class Record<Element: Sendable>: Sendable {
    private let elements = Mutex<[Element]>([])
    func append(_ element: Element) { elements.withLock { $0.append(element) } }
    var all: [Element] { elements.withLock { $0 } }
}

/// A sink that records its input.
struct RecordingSink: Sink {
    typealias Options = NoOptions
    typealias Input = Sample
    static let kind = "test.record"
    static let abstract = "Records its input."
    let record = Record<Message<Sample>>()
    let batches = Record<Int>()
    let ended = Record<Bool>()
    var gate: Gate?
    var failure: (after: Int, error: StageError)?
    /// The number of batches after which the sink returns without waiting for the end.
    var mostBatches = Int.max

    init(options: NoOptions) {}
    init(gate: Gate? = nil) { self.gate = gate }

    var payloads: [Sample] { record.all.compactMap(\.payload) }
    var ticks: [Int64] { payloads.map(\.decodeTicks) }

    func run(input: any Inlet<Sample>, context: StageContext) async throws {
        var count = 0
        try await gate?.pass()
        while count < mostBatches, let batch = try await input.receive() {
            count += 1
            batches.append(batch.count)
            for message in batch { record.append(message) }
            if let failure, record.all.count > failure.after { throw failure.error }
            try await gate?.pass()
        }
        ended.append(true)
    }
}

/// A transform that forwards its input and logs its calls.
struct PassingTransform: Transform {
    typealias Options = NoOptions
    typealias Input = Sample
    typealias Output = Sample
    static let kind = "test.pass"
    static let abstract = "Forwards its input."
    let log: Record<String>
    var name = "pass"
    var failsAt: Int64?
    /// Whether it fails at every sample.
    var failsAlways = false
    var asksAt: Int64?
    var faultsAt: Int64?
    var addsAtEnd = 0

    init(options: NoOptions) { log = Record() }
    init(_ name: String = "pass", log: Record<String> = Record()) {
        self.name = name
        self.log = log
    }

    mutating func receive(_ message: Message<Sample>, _ effects: inout Effects<Sample>) throws {
        if case .payload(let sample) = message {
            if failsAlways || sample.decodeTicks == failsAt {
                throw StageError(.damagedInput, "sample \(sample.decodeTicks) is bad")
            }
            if sample.decodeTicks == asksAt { effects.request(.keyframe(at: sample.decodeTime)) }
            if sample.decodeTicks == faultsAt { effects.reportError("test-fault", "not as asked") }
        }
        effects.emit(message: message)
    }

    mutating func finish(_ effects: inout Effects<Sample>) throws {
        log.append("finish \(name)")
        for sample in Sample.scripted(.scriptedVideo(), count: addsAtEnd, start: 1_000_000) { effects.emit(sample) }
    }

    mutating func receive(_ request: UpstreamRequest, _ effects: inout Effects<Sample>) {
        log.append("request \(name)")
        effects.request(request)
    }
}

/// A transform that merges its inputs by media time.
struct InterleavingTransform: Transform {
    typealias Options = NoOptions
    typealias Input = Sample
    typealias Output = Sample
    static let kind = "test.interleave"
    static let abstract = "Merges its inputs by media time."
    static let interleavesInputs = true
    init(options: NoOptions = NoOptions()) {}
    mutating func receive(_ message: Message<Sample>, _ effects: inout Effects<Sample>) {
        effects.emit(message: message)
    }
}

/// A transform that accepts only video.
struct VideoTransform: Transform {
    typealias Options = NoOptions
    typealias Input = Sample
    typealias Output = Sample
    static let kind = "test.video-only"
    static let abstract = "Forwards video."
    static let mediaTypes: Set<MediaType> = [.video]
    init(options: NoOptions = NoOptions()) {}
    mutating func receive(_ message: Message<Sample>, _ effects: inout Effects<Sample>) {
        effects.emit(message: message)
    }
}

/// A transform that accepts only audio.
struct AudioTransform: Transform {
    typealias Options = NoOptions
    typealias Input = Sample
    typealias Output = Sample
    static let kind = "test.audio-only"
    static let abstract = "Forwards audio."
    static let mediaTypes: Set<MediaType> = [.audio]
    init(options: NoOptions = NoOptions()) {}
    mutating func receive(_ message: Message<Sample>, _ effects: inout Effects<Sample>) {
        effects.emit(message: message)
    }
}

/// A transform that accepts only text.
struct TextTransform: Transform {
    typealias Options = NoOptions
    typealias Input = Sample
    typealias Output = Sample
    static let kind = "test.text-only"
    static let abstract = "Forwards text."
    static let mediaTypes: Set<MediaType> = [.text]
    init(options: NoOptions = NoOptions()) {}
    mutating func receive(_ message: Message<Sample>, _ effects: inout Effects<Sample>) {
        effects.emit(message: message)
    }
}

/// A transform that may run on the threads that offer messages.
struct QuickTransform: ImmediateTransform {
    typealias Options = NoOptions
    typealias Input = Sample
    typealias Output = Sample
    static let kind = "test.quick"
    static let abstract = "Forwards its input at once."
    init(options: NoOptions = NoOptions()) {}
    mutating func receive(_ message: Message<Sample>, _ effects: inout Effects<Sample>) {
        effects.emit(message: message)
    }
}

/// A processor that forwards its input from a separate task.
struct PassingProcessor: Processor {
    typealias Options = NoOptions
    typealias Input = Sample
    typealias Output = Sample
    static let kind = "test.process"
    static let abstract = "Forwards its input from a separate task."
    var requests: Record<UpstreamRequest>?
    var failsAt: Int64?
    init(options: NoOptions = NoOptions()) {}

    func run(input: any Inlet<Sample>, output: any Outlet<Sample>, context: StageContext) async throws {
        if let requests { output.onRequest { requests.append($0) } }
        while let batch = try await input.receive() {
            if batch.contains(where: { $0.payload != nil && $0.payload?.decodeTicks == failsAt }) {
                throw StageError(.elementFailed, "the machine broke")
            }
            try await output.send(batch)
        }
    }
}

extension PipelinePlan {
    /// Returns a plan with the given stages, their names and inputs.
    static func test(_ stages: [(name: String, stage: AnyStage, inputs: [String])]) -> PipelinePlan {
        PipelinePlan(
            name: "test",
            stages: stages.map { entry in
                PlannedStage(
                    name: entry.name, description: entry.stage.testDescription, stage: entry.stage,
                    inputs: entry.inputs)
            })
    }
}

extension AnyStage {
    fileprivate var testDescription: StageDescription {
        var catalogue = StageCatalogue()
        let kind: String
        switch self {
        case .source(let stage): kind = register(source: stage, &catalogue)
        case .transform(let stage): kind = register(transform: stage, &catalogue)
        case .processor(let stage): kind = register(processor: stage, &catalogue)
        case .sink(let stage): kind = register(sink: stage, &catalogue)
        }
        return catalogue[kind]!
    }

    private func register<S: Source>(source: S, _ catalogue: inout StageCatalogue) -> String {
        catalogue.register(S.self)
        return S.kind
    }
    private func register<S: Transform>(transform: S, _ catalogue: inout StageCatalogue) -> String {
        catalogue.register(S.self)
        return S.kind
    }
    private func register<S: Processor>(processor: S, _ catalogue: inout StageCatalogue) -> String {
        catalogue.register(S.self)
        return S.kind
    }
    private func register<S: Sink>(sink: S, _ catalogue: inout StageCatalogue) -> String {
        catalogue.register(S.self)
        return S.kind
    }
}

/// Runs a plan to its end.
func run(_ plan: PipelinePlan, _ configure: (inout RunOptions) -> Void = { _ in }) async throws -> RunStatus {
    var options = RunOptions()
    configure(&options)
    return await (try PipelineRun(plan: plan, options: options)).run()
}
