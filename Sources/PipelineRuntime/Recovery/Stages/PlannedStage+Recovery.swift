package import StageKit

extension PlannedStage {
    /// The stage to run: wrapped so that its errors do not end the run, unless its policy requires that.
    var recovering: AnyStage {
        switch onError {
        case .stop: return stage
        case .automatic, .retry: if description.role != .sink { return stage }
        case .restart, .bypass: break
        }
        return switch stage {
        case .source(let source): .source(recovering(source))
        case .transform(let transform): .transform(recovering(transform))
        case .processor(let processor): .processor(recovering(processor))
        case .sink(let sink): .sink(recovering(sink))
        }
    }

    /// The reason why the stage cannot have its policy; nil when it can.
    package var policyProblem: Diagnostic? {
        if onError == .retry, description.role != .sink {
            return Diagnostic(
                code: "invalid-policy",
                message: "stage '\(name)' (\(description.kind)) cannot be retried: it is not a sink",
                notes: ["expected on-error: stop, restart or bypass"])
        }
        guard onError == .bypass else { return nil }
        if case .processor(let processor) = stage, processor is any SegmentProtecting {
            return Diagnostic(
                code: "invalid-policy",
                message: "stage '\(name)' (\(description.kind)) cannot be bypassed: its input is not encrypted",
                notes: ["expected on-error: stop or restart"])
        }
        let why: String? =
            switch description.role {
            case .source: "a source has no input that could be passed through"
            case .sink: nil
            case .transform, .processor:
                description.inputName == description.outputName
                    ? nil
                    : "it reads \(description.inputName ?? "nothing") and emits \(description.outputName ?? "nothing")"
            }
        return why.map {
            Diagnostic(
                code: "invalid-policy", message: "stage '\(name)' (\(description.kind)) cannot be bypassed: \($0)",
                notes: ["expected on-error: stop or restart"])
        }
    }

    private func recovering<S: Source>(_ source: S) -> any Source {
        RecoveringSource(replaceable(source))
    }
    private func recovering<S: Transform>(_ transform: S) -> any Transform {
        RecoveringTransform(replaceable(transform))
    }
    private func recovering<S: Processor>(_ processor: S) -> any Processor {
        RecoveringProcessor(replaceable(processor))
    }
    private func recovering<S: Sink>(_ sink: S) -> any Sink {
        RecoveringSink(replaceable(sink))
    }

    private func replaceable<S: Stage>(_ stage: S) -> RestartableStage<S> {
        RestartableStage(stage, policy: onError) { try makeReplacement(stage) }
    }

    /// Creates another stage of the same type from the same options.
    private func makeReplacement<S: Stage>(_ stage: S) throws -> S {
        var diagnostics: [Diagnostic] = []
        let made: (any Stage)? =
            switch description.make(options, &diagnostics) {
            case .source(let stage): stage
            case .transform(let stage): stage
            case .processor(let stage): stage
            case .sink(let stage): stage
            case nil: nil
            }
        // The initializer has accepted these options before, and has no side effects.
        return made as? S ?? stage
    }
}
