package import StageKit

/// A stage of a plan, initialized and ready to run.
package struct PlannedStage: Sendable {
    /// The name in the pipeline file.
    package var name: String
    package var description: StageDescription
    package var stage: AnyStage
    /// The names of the stages that it reads from.
    package var inputs: [String]
    /// The options without their locations in the file, in normalized order. Equal options mean equal stages on reload.
    package var options: [OptionNode.Entry]
    /// The policy for errors that the stage throws.
    package var onError = ErrorPolicy.fail
    /// A description of why the stage was inserted; nil when the pipeline file contains it.
    package var reason: String?

    package init(
        name: String, description: StageDescription, stage: AnyStage, inputs: [String],
        options: [OptionNode.Entry] = [], onError: ErrorPolicy = .fail
    ) {
        self.name = name
        self.description = description
        self.stage = stage
        self.inputs = inputs
        self.options = options.normalized
        self.onError = onError
    }
}
