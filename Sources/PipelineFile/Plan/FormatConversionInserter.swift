import Media
import PipelineRuntime
import StageKit

/// Inserts a conversion before each stage that accepts only certain frame formats.
struct FormatConversionInserter {
    /// The kind of the conversion stage.
    static let kind = "frame.convert"
    let catalogue: StageCatalogue

    /// Returns the plan with each conversion inserted directly before the stage that needs it.
    func applied(to plan: PipelinePlan) -> PipelinePlan {
        guard let description = catalogue[Self.kind] else { return plan }
        var result = plan
        result.stages = []
        var names = Set(plan.stages.map(\.name))
        for var stage in plan.stages {
            if needsConversion(stage) {
                for (index, input) in stage.inputs.enumerated() {
                    let name = Self.name(for: stage.name, input, &names)
                    let formats = stage.description.inputFormats
                    guard var conversion = conversion(name, from: input, formats, description) else { continue }
                    let taken = (formats.pixel + formats.sample).joined(separator: ", ")
                    conversion.reason = "inserted because \(stage.name) accepts \(taken)"
                    result.stages.append(conversion)
                    stage.inputs[index] = name
                }
            }
            result.stages.append(stage)
        }
        return result
    }

    private func needsConversion(_ stage: PlannedStage) -> Bool {
        stage.description.inputName == Frame.payloadName && stage.description.inputFormats != .any
            && stage.description.kind != Self.kind
    }

    private func conversion(
        _ name: String, from input: String, _ formats: FrameFormats, _ description: StageDescription
    ) -> PlannedStage? {
        func entry(_ key: String, _ names: [String]) -> OptionNode.Entry {
            OptionNode.Entry(key: key, value: OptionNode(.list(names.map { OptionNode($0) })))
        }
        let entries = [entry("pixel-formats", formats.pixel), entry("sample-formats", formats.sample)]
        var diagnostics: [Diagnostic] = []
        guard let stage = description.make(entries, &diagnostics) else { return nil }
        return PlannedStage(name: name, description: description, stage: stage, inputs: [input], options: entries)
    }

    /// Returns a unique stage name.
    private static func name(for stage: String, _ input: String, _ names: inout Set<String>) -> String {
        var name = "\(input)-for-\(stage)"
        while !names.insert(name).inserted { name += "-" }
        return name
    }
}
