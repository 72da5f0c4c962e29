import Media
public import StageKit

/// Checks the requirements for all stages from the outside. Recommended as the first test of every stage.
///
/// The payloads are synthetic: video frames of 64 by 36 pixels and audio for frames, H.264 and AAC for samples, and the
/// segments and resources made from them. Stages of video also receive a few frames of 853 by 481 and 1920 by 1080
/// pixels with padded rows in each pixel format that they declare; a stage may refuse a size with a `StageError`. Pass a ``TrialInput`` for a stage that needs other payloads. Pass `options`
/// for a stage with required options; the expression is evaluated before each run, so that each run can use a different
/// file.
public enum StageConformance {
    /// A violation of a rule.
    public struct Violation: Sendable, Hashable, CustomStringConvertible {
        /// The identifier of the rule, such as `option-round-trip`.
        public let rule: String
        public let message: String
        public var description: String { "\(rule): \(message)" }
    }

    /// Checks a transform.
    ///
    /// The memory check processes `payloads` payloads. Each may leave `bytesPerPayload` bytes in use, for example as an
    /// entry of a table that is written at the end.
    public static func check<Stage: Transform>(
        _ type: Stage.Type, options: @autoclosure @escaping () -> Stage.Options = Stage.Options(),
        input: TrialInput<Stage.Input>? = nil, payloads: Int = 100_000, keeping bytesPerPayload: Int = 0
    ) -> [Violation] {
        let declared = declaration(type, options)
        let isStandard = input == nil
        let standard = TrialInput<Stage.Input>.standard(Stage.mediaTypes, Stage.inputFormats)
        guard declared.canRun, let input = input ?? standard else {
            return declared.violations + missingInputViolations(input ?? standard)
        }
        let geometries = TrialInput<Stage.Input>.geometries(Stage.mediaTypes, Stage.inputFormats)
        let trial = TransformTrial<Stage>(
            options: options, input: input, scope: TrialLimits(payloads: payloads, keeping: bytesPerPayload),
            geometries: isStandard ? geometries : [])
        return declared.violations + trial.violations()
    }

    /// Checks a processor: the same checks as for a transform, and that it ends when cancelled.
    public static func check<Stage: Processor>(
        _ type: Stage.Type, options: @autoclosure @escaping () -> Stage.Options = Stage.Options(),
        input: TrialInput<Stage.Input>? = nil, payloads: Int = 100_000, keeping bytesPerPayload: Int = 0
    ) async -> [Violation] {
        let declared = declaration(type, options)
        let isStandard = input == nil
        let standard = TrialInput<Stage.Input>.standard(Stage.mediaTypes, Stage.inputFormats)
        guard declared.canRun, let input = input ?? standard else {
            return declared.violations + missingInputViolations(input ?? standard)
        }
        let trial = ConsumerTrial<Stage.Input, Stage.Output>(
            input: input, scope: TrialLimits(payloads: payloads, keeping: bytesPerPayload),
            geometries: isStandard ? TrialInput<Stage.Input>.geometries(Stage.mediaTypes, Stage.inputFormats) : []
        ) { inlet, outlet, context in
            let stage = try Stage(options: options())
            return { try await stage.run(input: inlet, output: outlet, context: context) }
        }
        return declared.violations + (await trial.violations())
    }

    /// Checks a sink: the same checks as for a processor.
    public static func check<Stage: Sink>(
        _ type: Stage.Type, options: @autoclosure @escaping () -> Stage.Options = Stage.Options(),
        input: TrialInput<Stage.Input>? = nil, payloads: Int = 100_000, keeping bytesPerPayload: Int = 0
    ) async -> [Violation] {
        let declared = declaration(type, options)
        let isStandard = input == nil
        let standard = TrialInput<Stage.Input>.standard([.video, .audio], Stage.inputFormats)
        guard declared.canRun, let input = input ?? standard else {
            return declared.violations + missingInputViolations(input ?? standard)
        }
        let trial = ConsumerTrial<Stage.Input, Stage.Input>(
            input: input, scope: TrialLimits(payloads: payloads, keeping: bytesPerPayload),
            geometries: isStandard ? TrialInput<Stage.Input>.geometries([.video, .audio], Stage.inputFormats) : []
        ) { inlet, _, context in
            let stage = try Stage(options: options())
            return { try await stage.run(input: inlet, context: context) }
        }
        return declared.violations + (await trial.violations())
    }

    /// Checks a source, which has to emit at least `payloads` payloads.
    public static func check<Stage: Source>(
        _ type: Stage.Type, options: @autoclosure @escaping () -> Stage.Options = Stage.Options(),
        payloads: Int = 100_000,
        keeping bytesPerPayload: Int = 0
    ) async -> [Violation] {
        let declared = declaration(type, options)
        guard declared.canRun else { return declared.violations }
        let trial = SourceTrial<Stage>(
            options: options, scope: TrialLimits(payloads: payloads, keeping: bytesPerPayload))
        return declared.violations + (await trial.violations())
    }

    /// Checks a stage without running it: its names, its options, and that its initializer has no side effects. For
    /// stages of devices that are not available.
    public static func checkDeclaration<Stage: StageKit.Stage>(
        _ type: Stage.Type, options: @autoclosure @escaping () -> Stage.Options = Stage.Options()
    ) -> [Violation] { declaration(type, options).violations }

    /// Returns the violations found without running a stage, and whether the stage can be created.
    private static func declaration<Stage: StageKit.Stage>(
        _ type: Stage.Type, _ options: () -> Stage.Options
    ) -> (violations: [Violation], canRun: Bool) {
        let making = InitializerCheck<Stage>(options)
        let violations = DeclarationCheck<Stage>(options()).violations + making.violations
        return (violations, making.canBeCreated)
    }

    private static func missingInputViolations<Input: Payload>(_ input: TrialInput<Input>?) -> [Violation] {
        guard input == nil else { return [] }
        return [
            Violation(
                rule: "trial-input", message: "cannot generate \(Input.payloadName)s; pass an input to the check"
            )
        ]
    }
}

extension StageConformance.Violation {
    /// Creates a violation of a rule.
    init(_ rule: String, _ message: String) { self.init(rule: rule, message: message) }
}
