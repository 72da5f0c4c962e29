import PipelineRuntime
import StageKit

/// Collects the stages' warnings about settings that are valid but probably unintended, and their errors about settings
/// that contradict the settings of other stages.
struct StageWarnings {
    private(set) var diagnostics: [Diagnostic] = []

    init(_ plan: PipelinePlan, _ document: PipelineDocument) {
        var places: [String: StagePosition] = [:]
        for planned in plan.stages {
            let place = StagePosition(
                name: planned.name, kind: planned.description.kind, stage: planned.stage.any,
                givenOptions: Set(planned.options.map(\.key)), inputs: planned.inputs.compactMap { places[$0] })
            places[planned.name] = place
            guard let adviser = place.stage as? any WarningStage else { continue }
            let definition = document.stages.first { $0.name.text == planned.name }
            for advice in adviser.warnings(in: place) {
                let entry = definition?.options.first { $0.key == advice.option }
                diagnostics.append(
                    Diagnostic(
                        advice.severity, code: advice.code, message: advice.message,
                        at: entry?.value.location ?? definition?.kind?.location, notes: advice.notes))
            }
        }
    }
}

extension AnyStage {
    /// The stage without its role.
    fileprivate var any: any Stage {
        switch self {
        case .source(let stage): stage
        case .transform(let stage): stage
        case .processor(let stage): stage
        case .sink(let stage): stage
        }
    }
}
