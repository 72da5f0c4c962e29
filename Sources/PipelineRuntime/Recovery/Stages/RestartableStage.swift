import StageKit

/// A stage, its error policy, and a factory for replacements.
struct RestartableStage<Stage: StageKit.Stage>: Sendable {
    let stage: Stage
    let policy: ErrorPolicy
    let make: @Sendable () throws -> Stage

    /// Creates a stage with these options and the error policy `stop`.
    init(options: Stage.Options) throws {
        self.init(try Stage(options: options), policy: .stop) { try Stage(options: options) }
    }

    init(_ stage: Stage, policy: ErrorPolicy, make: @escaping @Sendable () throws -> Stage) {
        self.stage = stage
        self.policy = policy
        self.make = make
    }

    /// Runs the stage, and replaces it after an error, until one returns. Returns false when the stage has to be
    /// bypassed.
    func run(
        _ context: StageContext, beginAgain: () -> Void, _ body: (Stage) async throws -> Void
    ) async throws -> Bool {
        var (stage, retry) = (stage, ErrorPolicyHandler(policy, context))
        while true {
            do {
                try await body(stage)
                return true
            } catch {
                guard try await retry.shouldRestart(after: error) else { return false }
                stage = try make()
                beginAgain()
            }
        }
    }
}
