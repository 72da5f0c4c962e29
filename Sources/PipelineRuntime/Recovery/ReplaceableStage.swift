import StageKit

/// A stage, what becomes of the run when it throws, and what makes another like it.
struct ReplaceableStage<Stage: StageKit.Stage>: Sendable {
    let stage: Stage
    let policy: ErrorPolicy
    let make: @Sendable () throws -> Stage

    /// A stage of these options, whose errors end the run.
    init(options: Stage.Options) throws {
        self.init(try Stage(options: options), policy: .fail) { try Stage(options: options) }
    }

    init(_ stage: Stage, policy: ErrorPolicy, make: @escaping @Sendable () throws -> Stage) {
        self.stage = stage
        self.policy = policy
        self.make = make
    }

    /// Runs the stage, and after an error another one, until one ends; false when the run is to go on without.
    func run(
        _ context: StageContext, beginAgain: () -> Void, _ body: (Stage) async throws -> Void
    ) async throws -> Bool {
        var (stage, retry) = (stage, StageRetry(policy, context))
        while true {
            do {
                try await body(stage)
                return true
            } catch {
                guard try await retry.beginsAnew(after: error) else { return false }
                stage = try make()
                beginAgain()
            }
        }
    }
}

/// A stage around another one, whose errors do not end the run.
protocol RecoveringStage: Stage where Options == Wrapped.Options {
    associatedtype Wrapped: Stage
    init(_ stage: ReplaceableStage<Wrapped>)
}

extension RecoveringStage {
    static var kind: String { Wrapped.kind }
    static var abstract: String { Wrapped.abstract }
    init(options: Wrapped.Options) throws { self.init(try ReplaceableStage(options: options)) }
}
