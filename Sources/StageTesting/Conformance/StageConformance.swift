import Media
public import StageKit

/// What every stage has to keep to, checked from outside: the first test of whoever writes one.
///
/// Stages are tried with payloads that are made up: pictures of 64 by 36 pixels and sound for frames, H.264 and AAC for
/// samples, and what becomes of them for segments and resources. A stage that needs others is given its own
/// ``TrialInput``, and options that have to be there are given as `options`, which are asked for before each run, so that
/// each may have a file of its own.
public enum StageConformance {
    /// A rule that a stage breaks.
    public struct Violation: Sendable, Hashable, CustomStringConvertible {
        /// The rule, such as `option-round-trip`.
        public let rule: String
        public let message: String
        public var description: String { "\(rule): \(message)" }
    }

    /// Checks a transform.
    ///
    /// `payloads` go through it to see what is left in memory; each may leave `bytesPerPayload` behind, as an entry of a
    /// table that is written at the end does.
    public static func check<Stage: Transform>(
        _ type: Stage.Type, options: @autoclosure @escaping () -> Stage.Options = Stage.Options(),
        input: TrialInput<Stage.Input>? = nil, payloads: Int = 100_000, keeping bytesPerPayload: Int = 0
    ) -> [Violation] {
        let declared = declaration(type, options)
        let standard = TrialInput<Stage.Input>.standard(Stage.mediaTypes, Stage.inputFormats)
        guard declared.canRun, let input = input ?? standard else {
            return declared.violations + withoutInput(input ?? standard)
        }
        let trial = TransformTrial<Stage>(
            options: options, input: input, scope: TrialScope(payloads: payloads, keeping: bytesPerPayload))
        return declared.violations + trial.violations()
    }

    /// Checks a processor, as a transform is checked, and that it ends when it is cancelled.
    public static func check<Stage: Processor>(
        _ type: Stage.Type, options: @autoclosure @escaping () -> Stage.Options = Stage.Options(),
        input: TrialInput<Stage.Input>? = nil, payloads: Int = 100_000, keeping bytesPerPayload: Int = 0
    ) async -> [Violation] {
        let declared = declaration(type, options)
        let standard = TrialInput<Stage.Input>.standard(Stage.mediaTypes, Stage.inputFormats)
        guard declared.canRun, let input = input ?? standard else {
            return declared.violations + withoutInput(input ?? standard)
        }
        let trial = ReaderTrial<Stage.Input, Stage.Output>(
            input: input, scope: TrialScope(payloads: payloads, keeping: bytesPerPayload)
        ) { inlet, outlet, context in
            let stage = try Stage(options: options())
            return { try await stage.run(input: inlet, output: outlet, context: context) }
        }
        return declared.violations + (await trial.violations())
    }

    /// Checks a sink, as a processor is checked.
    public static func check<Stage: Sink>(
        _ type: Stage.Type, options: @autoclosure @escaping () -> Stage.Options = Stage.Options(),
        input: TrialInput<Stage.Input>? = nil, payloads: Int = 100_000, keeping bytesPerPayload: Int = 0
    ) async -> [Violation] {
        let declared = declaration(type, options)
        let standard = TrialInput<Stage.Input>.standard([.video, .audio], Stage.inputFormats)
        guard declared.canRun, let input = input ?? standard else {
            return declared.violations + withoutInput(input ?? standard)
        }
        let trial = ReaderTrial<Stage.Input, Stage.Input>(
            input: input, scope: TrialScope(payloads: payloads, keeping: bytesPerPayload)
        ) { inlet, _, context in
            let stage = try Stage(options: options())
            return { try await stage.run(input: inlet, context: context) }
        }
        return declared.violations + (await trial.violations())
    }

    /// Checks a source, which has to give at least so many payloads.
    public static func check<Stage: Source>(
        _ type: Stage.Type, options: @autoclosure @escaping () -> Stage.Options = Stage.Options(),
        payloads: Int = 100_000,
        keeping bytesPerPayload: Int = 0
    ) async -> [Violation] {
        let declared = declaration(type, options)
        guard declared.canRun else { return declared.violations }
        let trial = SourceTrial<Stage>(
            options: options, scope: TrialScope(payloads: payloads, keeping: bytesPerPayload))
        return declared.violations + (await trial.violations())
    }

    /// Checks what can be seen of a stage without running it: its names, its options, and that making one changes
    /// nothing. For stages of devices that are not there.
    public static func checkDeclaration<Stage: StageKit.Stage>(
        _ type: Stage.Type, options: @autoclosure @escaping () -> Stage.Options = Stage.Options()
    ) -> [Violation] { declaration(type, options).violations }

    /// What can be seen without running a stage, and whether one can be made.
    private static func declaration<Stage: StageKit.Stage>(
        _ type: Stage.Type, _ options: () -> Stage.Options
    ) -> (violations: [Violation], canRun: Bool) {
        let making = MakingCheck<Stage>(options)
        let violations = DeclarationCheck<Stage>(options()).violations + making.violations
        return (violations, making.canBeMade)
    }

    private static func withoutInput<Input: Payload>(_ input: TrialInput<Input>?) -> [Violation] {
        guard input == nil else { return [] }
        return [
            Violation(
                rule: "trial-input", message: "\(Input.payloadName)s cannot be made up; give the check an input of them"
            )
        ]
    }
}

extension StageConformance.Violation {
    /// A rule and how it is broken.
    init(_ rule: String, _ message: String) { self.init(rule: rule, message: message) }
}
