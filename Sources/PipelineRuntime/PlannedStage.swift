public import StageKit

/// A stage of a plan, initialized and ready to run.
public struct PlannedStage: Sendable {
    /// The name in the pipeline file.
    public package(set) var name: String
    /// The kind of the stage with its inputs, outputs and options.
    public package(set) var description: StageDescription
    package var stage: AnyStage
    /// The names of the stages that it reads from.
    public package(set) var inputs: [String]
    /// The options without their locations in the file, in normalized order. Equal options mean equal stages on reload.
    package var options: [OptionNode.Entry]
    /// The policy for errors that the stage throws.
    public package(set) var onError = ErrorPolicy.automatic
    /// A description of why the stage was inserted; nil when the pipeline file contains it.
    public package(set) var reason: String?

    package init(
        name: String, description: StageDescription, stage: AnyStage, inputs: [String],
        options: [OptionNode.Entry] = [], onError: ErrorPolicy = .automatic
    ) {
        self.name = name
        self.description = description
        self.stage = stage
        self.inputs = inputs
        self.options = options.normalized
        self.onError = onError
    }
}

extension PlannedStage {
    /// The options as text by key, with secrets masked.
    public var optionTexts: [String: String] {
        var texts: [String: String] = [:]
        for entry in options {
            texts[entry.key] = entry.masked(description.options.first { $0.key == entry.key }).value.text
        }
        return texts
    }
}
