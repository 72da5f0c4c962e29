import PipelineRuntime
import StageKit

/// Collects the stages' warnings about settings that are valid but probably unintended, and their errors about settings
/// that contradict the settings of other stages.
struct StageWarnings {
    private(set) var diagnostics: [Diagnostic] = []
    /// The names of stages that accept no track of their inputs.
    private(set) var unreachedStages: Set<String> = []

    init(_ plan: PipelinePlan, _ document: PipelineDocument, _ catalogue: StageCatalogue) {
        var places: [String: StagePosition] = [:]
        var above: [StagePosition] = []
        var destinations: [String: String] = [:]
        let mediaTypes = MediaTypeValidator(catalogue: catalogue, document: document)
        for planned in plan.stages {
            let place = StagePosition(
                name: planned.name, kind: planned.description.kind, stage: planned.stage.any,
                givenOptions: Set(planned.options.map(\.key)), inputs: planned.inputs.compactMap { places[$0] })
            if let problem = mediaTypes.problem(place, planned, above: above) {
                diagnostics.append(problem)
                unreachedStages.insert(place.name)
            }
            places[planned.name] = place
            above.append(place)
            validateDestination(of: place, document, &destinations)
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

    /// Reports a sink that writes the same files as another.
    private mutating func validateDestination(
        of place: StagePosition, _ document: PipelineDocument, _ destinations: inout [String: String]
    ) {
        guard let sink = place.stage as? any DestinationDeclaring else { return }
        guard let other = destinations.updateValue(place.name, forKey: sink.destination) else { return }
        diagnostics.append(
            Diagnostic(
                code: "output-in-use", message: "'\(other)' writes to '\(sink.destination)' as well",
                at: document.stages.first { $0.name.text == place.name }?.name.location,
                notes: ["choose another place for the output of '\(place.name)', or remove it"]))
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
