import Media
import StageKit

/// A processor whose errors do not end the run.
struct RecoveringProcessor<Stage: Processor>: Processor {
    typealias Options = Stage.Options
    static var kind: String { Stage.kind }
    static var abstract: String { Stage.abstract }
    static var mediaTypes: Set<MediaType> { Stage.mediaTypes }

    private let stage: Stage
    private let policy: ErrorPolicy
    private let make: @Sendable () throws -> Stage

    init(options: Options) throws {
        self.init(try Stage(options: options), policy: .fail) { try Stage(options: options) }
    }

    /// A stage, and what makes another like it.
    init(_ stage: Stage, policy: ErrorPolicy, make: @escaping @Sendable () throws -> Stage) {
        self.stage = stage
        self.policy = policy
        self.make = make
    }

    func run(
        input: any Inlet<Stage.Input>, output: any Outlet<Stage.Output>, context: StageContext
    ) async throws {
        let (input, output) = (RecallingInlet(input), RecallingOutlet(output))
        var (stage, retry) = (stage, StageRetry(policy, context))
        while true {
            do {
                return try await stage.run(input: input, output: output, context: context)
            } catch {
                guard try await retry.beginsAnew(after: error) else { break }
                stage = try make()
                input.beginAgain()
            }
        }
        output.onRequest { input.request($0) }
        try await output.send(output.open.become(input.open))
        while let messages = try await input.receive() {
            // The plan has made sure that what comes in is of the type that goes out.
            if let passed = messages as? [Message<Stage.Output>] { try await output.send(passed) }
        }
    }
}

/// A sink whose errors do not end the run.
struct RecoveringSink<Stage: Sink>: Sink {
    typealias Options = Stage.Options
    static var kind: String { Stage.kind }
    static var abstract: String { Stage.abstract }
    static var interleavesInputs: Bool { Stage.interleavesInputs }
    static var startsBeforeSources: Bool { Stage.startsBeforeSources }

    private let stage: Stage
    private let policy: ErrorPolicy
    private let make: @Sendable () throws -> Stage

    init(options: Options) throws {
        self.init(try Stage(options: options), policy: .fail) { try Stage(options: options) }
    }

    /// A stage, and what makes another like it.
    init(_ stage: Stage, policy: ErrorPolicy, make: @escaping @Sendable () throws -> Stage) {
        self.stage = stage
        self.policy = policy
        self.make = make
    }

    func run(input: any Inlet<Stage.Input>, context: StageContext) async throws {
        let input = RecallingInlet(input)
        var (stage, retry) = (stage, StageRetry(policy, context))
        while true {
            do {
                return try await stage.run(input: input, context: context)
            } catch {
                guard try await retry.beginsAnew(after: error) else { break }
                stage = try make()
                input.beginAgain()
            }
        }
        while try await input.receive() != nil {}
    }
}

/// A source whose errors do not end the run: it begins anew, and what it gives twice is heard once.
struct RecoveringSource<Stage: Source>: Source {
    typealias Options = Stage.Options
    static var kind: String { Stage.kind }
    static var abstract: String { Stage.abstract }

    private let stage: Stage
    private let policy: ErrorPolicy
    private let make: @Sendable () throws -> Stage
    var whenFull: FullPolicy { stage.whenFull }

    init(options: Options) throws {
        self.init(try Stage(options: options), policy: .fail) { try Stage(options: options) }
    }

    /// A stage, and what makes another like it.
    init(_ stage: Stage, policy: ErrorPolicy, make: @escaping @Sendable () throws -> Stage) {
        self.stage = stage
        self.policy = policy
        self.make = make
    }

    func run(output: any Outlet<Stage.Output>, context: StageContext) async throws {
        let output = SucceedingOutlet(output)
        var (stage, retry) = (stage, StageRetry(policy, context))
        while true {
            do {
                return try await stage.run(output: output, context: context)
            } catch {
                guard try await retry.beginsAnew(after: error) else { return }
                stage = try make()
                output.beginAgain()
            }
        }
    }
}
